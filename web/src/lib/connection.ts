/** One WebSocket to a table: says hello, answers by id, comes back after every interruption. */

import { ServerError } from "./api";
import type { ClientMessage, ServerMessage } from "./protocol";

type Ask<M> = M extends unknown ? Omit<M, "id"> : never;
export type Question = Exclude<Ask<ClientMessage>, { type: "hello" }>;
export type Answer = Extract<ServerMessage, { id: number }>;

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

export interface Listener {
  heard(message: ServerMessage): void;
  connected(isConnected: boolean): void;
  denied(error: ServerError): void; // the link is wrong: no use to try again
  knownLines(): number; // lines of the log that need not be sent again
  wantsDrawing: boolean; // the position as a text too
}

const FIRST_DELAY = 400; // milliseconds before trying again
const MAX_DELAY = 8000;
const PING_EVERY = 20000;
const ANSWER_WITHIN = 300000; // a bot that is asked for a hint may have to be compiled first
const FINAL_CODES = new Set(["wrong-secret", "not-found"]);

export class Connection {
  #socket: WebSocket | null = null;
  #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #delay = FIRST_DELAY;
  #isClosed = false;
  #pinging: ReturnType<typeof setInterval>;
  #wake = (): void => this.#reopen();
  #look = (): void => this.#ping();

  constructor(
    private readonly table: string,
    private readonly secret: string,
    private readonly listener: Listener,
  ) {
    this.#pinging = setInterval(() => this.#ping(), PING_EVERY);
    addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#look);
    this.#open();
  }

  /** Send a question; the promise brings its answer, or a ServerError for a refusal. */
  ask(question: Question): Promise<Answer> {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new ServerError("offline", "The connection is being restored; try again in a moment."));
    }
    const id = ++this.#lastId;
    socket.send(JSON.stringify({ ...question, id }));
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      setTimeout(() => this.#giveUp(id, "The server takes too long."), ANSWER_WITHIN);
    });
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#pinging);
    removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#look);
    this.#socket?.close();
  }

  #open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket`);
    this.#socket = socket;
    socket.onopen = () => this.#greet(socket);
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = () => this.#lost(socket);
  }

  #greet(socket: WebSocket): void {
    const id = ++this.#lastId;
    const { wantsDrawing: drawn } = this.listener;
    socket.send(JSON.stringify({ type: "hello", id, secret: this.secret, known: this.listener.knownLines(), drawn }));
  }

  #hear(message: ServerMessage): void {
    if (message.type === "welcome") {
      this.#delay = FIRST_DELAY;
      this.listener.connected(true);
    }
    if (message.type === "refused" && FINAL_CODES.has(message.code)) {
      this.close();
      this.listener.denied(new ServerError(message.code, message.reason));
    }
    if ("id" in message) this.#answer(message);
    this.listener.heard(message);
  }

  #answer(message: Answer): void {
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    this.#waiting.delete(message.id);
    if (message.type === "refused") waiting.reject(new ServerError(message.code, message.reason, message.clause));
    else waiting.resolve(message);
  }

  #giveUp(id: number, reason: string): void {
    this.#waiting.get(id)?.reject(new ServerError("offline", reason));
    this.#waiting.delete(id);
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    for (const id of [...this.#waiting.keys()]) this.#giveUp(id, "The connection was lost; nothing may have happened.");
    if (this.#isClosed) return;
    this.listener.connected(false);
    setTimeout(() => this.#reopen(), this.#delay);
    this.#delay = Math.min(this.#delay * 2, MAX_DELAY);
  }

  #reopen(): void {
    if (!this.#isClosed && this.#socket === null) this.#open();
  }

  #ping(): void {
    const looking = document.visibilityState === "visible";
    this.ask({ type: "ping", looking }).catch(() => undefined); // a dead line is noticed by its close event
  }
}
