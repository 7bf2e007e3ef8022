/** A live table: what the server says of it, and what a person asks of the server. */

import { tick } from "svelte";
import { type GameModule, type Place, plain, type View } from "../games/game";
import { announcer } from "./announce.svelte";
import * as api from "./api";
import { ServerError } from "./api";
import { BoardModel, byAction, type Foretold } from "./board.svelte";
import { Connection, type Question } from "./connection";
import { backwards, fly, land, startsOf } from "./motion";
import { notify } from "./notify";
import type { ActionForm, ActionInfo, ChatLine, Hinted, LogLine, Position, ServerMessage, TableInfo, Update } from "./protocol";
import { mayMove, paced, settings } from "./settings.svelte";
import { play } from "./sound";

export type Line = "connecting" | "live" | "lost" | "denied";

/** A past position that is being looked at. */
export interface Past {
  number: number;
  title: string;
  isPlaying: boolean; // steps on by itself
}

const STEP_TIME = 350; // milliseconds between two actions of another seat
const MAX_WATCH = 3000; // of a whole turn
const REPLAY_STEP = 800;
const FLASH_TIME = 7000;
const MAX_POSITIONS = 100;

export class TableModel extends BoardModel {
  line = $state<Line>("connecting");
  problem = $state("");
  info = $state.raw<TableInfo | null>(null);
  canUndo = $state(false);
  flashed = $state<string | null>(null); // said for a moment
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  isChatOpen = $state(false);
  past = $state.raw<Past | null>(null);
  odds = $state.raw<number[] | null>(null);
  oddsOf = $state<number | null>(null); // the version the odds belong to
  showsOdds = $state(false);
  advice = $state.raw<Hinted | null>(null); // the hint in full, until it is closed
  hintChance = $state(0); // of my seat to win, by whoever gave the hint
  isBusy = $state(false); // an action is on its way
  isThinking = $state(false); // a hint is on its way
  endQuestion = $state<string | null>(null); // what is left undone when the turn is to end
  missing = $state<string | null>(null); // why the turn cannot end yet
  isResultOpen = $state(false);
  newSince = $state<number | null>(null); // how many actions this browser had seen when it came back after a while
  onPerform: ((action: ActionInfo) => void) | null = null; // the coach looks on
  #connection: Connection;
  #live = $state.raw<Update | null>(null);
  #shown = -1; // the version that was shown last
  #queue: Update[] = [];
  #isShowing = false;
  #wakeShow: (() => void) | null = null;
  #server = "";
  #isToldOfStandIn = false; // that a simpler bot plays for one that is not ready
  #flashTimer: ReturnType<typeof setTimeout> | undefined;
  #replayRun = 0; // stops an older replay
  #foretold = new Map<number, Promise<Foretold | null>>(); // what actions would bring, by id
  #foretoldOf = -1; // the version that belongs to
  #odds = new Map<number, number[]>(); // everybody's chances by position, once it is over

  constructor(
    game: GameModule,
    id: string,
    readonly secret: string,
  ) {
    super(game);
    this.id = id;
    this.#connection = new Connection(id, secret, {
      heard: (message) => this.#heard(message),
      connected: (isConnected) => (this.line = isConnected ? "live" : "lost"),
      denied: (error) => this.#denied(error),
      knownLines: () => 0,
      wantsDrawing: game.isDrawn,
    });
  }

  close(): void {
    this.#replayRun++;
    announcer.clear();
    this.#connection.close();
  }

  get version(): number {
    return this.#live?.version ?? 0;
  }

  override get upTo(): number {
    return this.past?.number ?? Infinity;
  }

  get isPractice(): boolean {
    return this.info?.is_practice ?? false;
  }

  get isWaiting(): boolean {
    return this.seats.some((seat) => seat.kind === "open");
  }

  get mayAskOdds(): boolean {
    return this.isPractice || this.outcome !== null;
  }

  get endAction(): ActionInfo | undefined {
    return this.actions.find((action) => action.verb === this.game.endName);
  }

  // -- hearing --

  #heard(message: ServerMessage): void {
    if (message.type === "welcome") this.#welcome(message.server, message.my_seat, message.chat);
    if (message.type === "update") this.#arrive(message);
    if (message.type === "chatted") this.#chatted(message.line);
  }

  #welcome(server: string, mySeat: number | null, chat: ChatLine[]): void {
    if (this.#server && this.#server !== server) location.reload(); // the page of another version
    this.#server = server;
    this.mySeat = mySeat;
    this.chat = chat;
  }

  #denied(error: ServerError): void {
    this.line = "denied";
    this.problem = error.message;
  }

  #chatted(line: ChatLine): void {
    this.chat = [...this.chat.filter((other) => other.number !== line.number), line].slice(-200);
    if (line.seat === this.mySeat && line.seat !== null) return;
    if (!this.isChatOpen) this.unread++;
    announcer.say(`${this.chatter(line)} says: ${line.text}`);
  }

  chatter(line: ChatLine): string {
    return line.seat === null ? "A spectator" : this.seatName(line.seat);
  }

  /** Updates wait for their turn, so that one sees what the others did, one action after the other. */
  #arrive(update: Update): void {
    this.#queue.push(update);
    if (!this.#isShowing) void this.#show();
  }

  async #show(): Promise<void> {
    this.#isShowing = true;
    let began = performance.now();
    for (let update = this.#queue.shift(); update; update = this.#queue.shift()) {
      if (this.log.at(-1)?.turn !== update.log.at(-1)?.turn) began = performance.now();
      const wait = await this.#take(update);
      if (wait && performance.now() - began < MAX_WATCH) await this.#pause(paced(wait));
    }
    this.#isShowing = false;
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wakeShow = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Show everything that has arrived, at once. */
  settle(): void {
    land();
    while (this.#queue.length) this.#apply(this.#queue.shift()!);
    this.#wakeShow?.();
  }

  /** Take an update; how many milliseconds it deserves: a moment if somebody else acted, longer for what should be seen. */
  async #take(update: Update): Promise<number> {
    const before = this.#live;
    const fresh = before ? newLines(before, update) : [];
    if (!before || this.past) {
      this.#apply(update);
      if (!before) void this.#recallLastTurn();
      return 0;
    }
    const undone = this.log.findLast((line) => line.number >= update.length && line.actor >= 0);
    const hold = await this.#applyMoving(update, fresh);
    this.#tell(before, update, fresh, hold);
    this.#tellUndo(undone);
    if (!mayMove()) return 0;
    return Math.max(hold, fresh.some((line) => line.actor >= 0 && line.actor !== this.mySeat) ? STEP_TIME : 0);
  }

  /** Show an update; how long what it shows should stand. */
  async #applyMoving(update: Update, fresh: LogLine[]): Promise<number> {
    const before = this.view;
    const undone = byAction(this.log.filter((line) => line.number >= update.length)).toReversed();
    const back = undone.flatMap((lines) => this.game.effect(lines, update.view, before).motions);
    const effects = byAction(fresh).map((lines) => this.game.effect(lines, before, update.view));
    const motions = [...backwards(back), ...effects.flatMap((effect) => effect.motions)];
    const starts = startsOf(motions);
    this.#mark(before, update, fresh);
    this.#apply(update);
    const sound = effects.find((effect) => effect.sound)?.sound;
    if (sound) play(sound);
    await tick();
    fly(motions, starts);
    return Math.max(0, ...effects.map((effect) => effect.hold ?? 0));
  }

  /** Violet dashes: everything others touched in their last turns, until I act. */
  #mark(before: View, update: Update, fresh: LogLine[]): void {
    if (fresh.some((line) => line.actor === this.mySeat)) this.last = new Set();
    const theirs = fresh.find((line) => line.actor >= 0 && line.actor !== this.mySeat);
    if (!theirs) return;
    const previous = this.log.findLast((line) => line.actor >= 0);
    const isNewTurn = previous === undefined || previous.turn !== theirs.turn;
    const forgets = isNewTurn && (this.mySeat === null || previous?.actor === this.mySeat || this.game.isSimultaneous(update.view));
    const touched = this.game.touched(before, update.view, theirs.actor);
    this.last = new Set([...(forgets ? [] : this.last), ...touched]);
  }

  #tell(before: Update, update: Update, fresh: LogLine[], hold: number): void {
    for (const lines of byAction(fresh)) announcer.say(this.told(lines));
    const isAsked = (state: Update): boolean => this.mySeat !== null && state.actors.includes(this.mySeat);
    if (update.outcome && !before.outcome) this.#tellEnd(mayMove() ? paced(hold) : 0);
    else if (isAsked(update) && !isAsked(before)) {
      play("bell");
      announcer.interrupt("Your turn.");
      notify("Your turn", `${this.gameInfo?.title ?? "Shinar"}, ${this.title}`);
    }
  }

  /** Somebody else has taken something back: that must not happen in silence. */
  #tellUndo(undone: LogLine | undefined): void {
    if (!undone || undone.actor === this.mySeat) return;
    this.flash(`${this.seatName(undone.actor)} takes back: ${plain(this.phrase(undone))}.`);
  }

  /** Say something for a moment. */
  flash(text: string): void {
    clearTimeout(this.#flashTimer);
    this.flashed = text;
    this.#flashTimer = setTimeout(() => (this.flashed = null), FLASH_TIME);
    announcer.say(text);
  }

  #tellEnd(hold: number): void {
    play("end");
    setTimeout(() => (this.isResultOpen = true), hold); // what brought the end is seen first
    announcer.interrupt("The game is over.");
  }

  #apply(update: Update): void {
    const isFirst = this.#live === null;
    const hasPlayed = update.version !== this.#live?.version;
    this.isBusy = false; // what was on its way has arrived, whether its own answer has or not
    this.#live = update;
    this.info = update.table;
    this.seats = update.table.seats;
    this.mySeat = update.table.my_seat;
    this.options = update.table.options;
    this.log = [...this.log.filter((line) => line.number < update.log_from), ...update.log];
    this.outcome = update.outcome;
    if (update.notice && hasPlayed && !this.#isToldOfStandIn) {
      this.#isToldOfStandIn = true; // once: the status tells how far it has come
      this.flash(update.notice);
    }
    this.notice = update.notice;
    if (isFirst && update.outcome) this.isResultOpen = true;
    if (!this.past) this.#showNow(update);
  }

  #showNow(update: Update): void {
    const hasChanged = this.view !== update.view;
    this.view = update.view;
    this.drawing = update.drawing;
    this.actors = update.actors;
    this.actions = update.actions;
    this.canUndo = update.can_undo;
    if (!hasChanged) return;
    if (update.version !== this.#shown) this.hint = this.advice = null; // not when somebody has only come or gone
    this.#shown = update.version;
    this.endQuestion = null;
    this.chooser = null;
    if (this.selection && !this.canStart(this.selection)) this.selection = null;
    void this.#askWhatIsMissing();
  }

  /** When the turn cannot end yet, the status says why. */
  async #askWhatIsMissing(): Promise<void> {
    this.missing = null;
    const end = this.game.endName;
    if (!end || !this.isMyTurn || this.endAction || !this.actions.length) return;
    const version = this.version;
    try {
      const answer = await this.#connection.ask({ type: "explain", action: end });
      if (answer.type === "explained" && version === this.version) {
        this.missing = answer.reason?.replace(`${end}: `, "") ?? null;
      }
    } catch {
      return; // no connection: there is nothing to say
    }
  }

  // -- acting --

  async perform(action: ActionInfo): Promise<void> {
    if (this.isBusy || this.past) return;
    this.onPerform?.(action);
    this.quiet();
    this.selection = null;
    this.isBusy = true;
    try {
      await this.#connection.ask({ type: "act", action: action.id, version: this.version });
    } catch (error) {
      this.#showProblem(error);
    } finally {
      this.isBusy = false;
    }
  }

  override foretell(action: ActionInfo): Promise<Foretold | null> {
    if (this.#foretoldOf !== this.version) this.#foretold.clear();
    this.#foretoldOf = this.version;
    const known = this.#foretold.get(action.id);
    if (known) return known;
    const asked = this.past || this.outcome ? Promise.resolve(null) : this.#askPreview(action);
    this.#foretold.set(action.id, asked);
    return asked;
  }

  async #askPreview(action: ActionInfo): Promise<Foretold | null> {
    try {
      const answer = await this.#connection.ask({ type: "preview", action: action.id });
      return answer.type === "previewed" ? answer.effect : null;
    } catch {
      return null; // no connection, or the table has moved on: there is nothing to tell
    }
  }

  async why(action: ActionForm): Promise<{ reason: string; clause: string | null }> {
    if (this.past) return { reason: "You are looking at a past position. Go back to now first.", clause: null };
    if (this.outcome) return { reason: "The game is over.", clause: this.outcome.clause };
    try {
      const answer = await this.#connection.ask({ type: "explain", action });
      if (answer.type === "explained" && answer.reason) return { reason: answer.reason, clause: answer.clause };
      return { reason: "That is possible, but not there.", clause: null };
    } catch (error) {
      return { reason: (error as Error).message, clause: null };
    }
  }

  #showProblem(error: unknown): void {
    const problem = error as ServerError;
    if (problem.code === "stale") return this.flash("Something changed before your choice arrived. Please choose again.");
    this.showRefusal({ place: null, title: "That did not work", reason: this.withNames(problem.message), clause: problem.clause ?? null });
  }

  async #request(question: Question): Promise<boolean> {
    try {
      await this.#connection.ask(question);
      return true;
    } catch (error) {
      this.#showProblem(error);
      return false;
    }
  }

  async undo(): Promise<void> {
    this.settle();
    this.letGo();
    if (!this.canUndo) {
      const reason = "Only actions of this turn can be taken back, until something new is seen.";
      this.showRefusal({ place: null, title: "Nothing to take back", reason, clause: null });
      return;
    }
    if (await this.#request({ type: "undo", version: this.version })) announcer.say("Taken back.");
  }

  /** End the turn; ask first when something obvious is left undone. */
  endTurn(isSure = false): void {
    this.settle();
    if (this.outcome) return this.flash("The game is over.");
    const end = this.endAction;
    if (!end) {
      if (this.game.endName) this.tryAction({ verb: this.game.endName, args: {} });
      return;
    }
    const undone = isSure || !settings.asksBeforeEnd ? null : this.game.leftUndone(this.actions, this.view);
    this.endQuestion = undone;
    if (undone) announcer.interrupt(`${undone} End the turn anyway?`);
    else void this.perform(end);
  }

  async askHint(): Promise<void> {
    this.settle();
    if (this.isThinking || !this.isMyTurn) return;
    if (!this.isPractice) {
      const reason = "Hints are for games against bots only.";
      this.showRefusal({ place: null, title: "No hint here", reason, clause: null });
      return;
    }
    this.isThinking = true;
    try {
      const answer = await this.#connection.ask({ type: "hint" });
      if (answer.type === "hinted" && answer.version === this.version) this.#showHint(answer);
    } catch (error) {
      this.#showProblem(error);
    } finally {
      this.isThinking = false;
    }
  }

  #showHint(advice: Hinted): void {
    this.letGo();
    this.advice = advice;
    this.hint = advice.action;
    this.hintChance = advice.chance;
    const reasons = advice.reasons.map((reason) => `It ${this.withNames(reason)}.`);
    announcer.interrupt([this.hintWords, ...reasons].join(" "));
  }

  /** The hint in words, with what one may hope for. */
  get hintWords(): string {
    if (!this.hint) return "";
    const words = plain(this.game.actionWords(this.hint));
    return `Hint: ${words}. Your chance to win: ${Math.round(this.hintChance * 100)}\u00a0%.`;
  }

  async askOdds(): Promise<void> {
    if (!this.mayAskOdds) return;
    const version = this.version;
    const chances = await this.oddsAt(this.past?.number ?? null);
    if (!chances) return;
    this.odds = chances;
    this.oddsOf = version;
  }

  /** Everybody's chance to win at a position, or now. */
  async oddsAt(number: number | null): Promise<number[] | null> {
    const known = number !== null && this.outcome ? this.#odds.get(number) : undefined;
    if (known) return known;
    const answer = await api.patiently(() => this.#connection.ask({ type: "odds", number }));
    if (answer?.type !== "odds") return null;
    if (number !== null && this.outcome) this.#odds.set(number, answer.chances);
    return answer.chances;
  }

  /** Everybody's chances by position, as far as they are known; none before it is over. */
  get knownOdds(): ReadonlyMap<number, number[]> {
    return this.#odds;
  }

  say = (text: string): Promise<boolean> => this.#request({ type: "chat", text });
  resign = (): Promise<boolean> => this.#request({ type: "resign" });
  rematch = (): Promise<boolean> => this.#request({ type: "rematch" });
  leave = (): Promise<boolean> => this.#request({ type: "leave" });
  claim = (nickname: string): Promise<boolean> => this.#request({ type: "claim", nickname });

  // -- looking back --

  /** Where the last turns of the others lie in the log, all since I acted: the first line and the one after the last. */
  get lastTurnOfOthers(): [number, number] | null {
    const isTheirs = (line: LogLine): boolean => line.actor >= 0 && line.actor !== this.mySeat;
    const last = this.log.findLast(isTheirs);
    if (!last) return null;
    const isAlone = this.mySeat === null || this.game.isSimultaneous(this.view); // the last turn, then, of one seat
    const mine = this.log.findLast((line) => line.actor === this.mySeat && line.number < last.number)?.number ?? -1;
    const isOf = (line: LogLine): boolean => (isAlone ? line.turn === last.turn && line.actor === last.actor : isTheirs(line) && line.number > mine);
    const first = this.log.find(isOf)!;
    return [first.number, last.number + 1];
  }

  /** After a reload: mark again what the other has just done. */
  async #recallLastTurn(): Promise<void> {
    const range = this.lastTurnOfOthers;
    if (!range || this.log.at(-1)?.actor === this.mySeat || this.mySeat === null || this.outcome) return;
    const mineSince = this.log.some((line) => line.number >= range[1] && line.actor === this.mySeat);
    if (mineSince) return;
    const steps = await this.#positions(range[0], range[1] - range[0] + 1);
    const actorOf = (step: Position): number => step.lines.find((line) => line.actor >= 0)?.actor ?? -1;
    const touched: Place[] = [];
    for (let i = 1; i < steps.length; i++) touched.push(...this.game.touched(steps[i - 1]!.view, steps[i]!.view, actorOf(steps[i]!)));
    if (!this.last.size) this.last = new Set(touched);
  }

  async #positions(first: number, count: number): Promise<Position[]> {
    try {
      const part = { first, count: Math.min(count, MAX_POSITIONS), drawn: this.game.isDrawn };
      const reply = await api.positions(this.id, this.secret, part);
      return reply.positions;
    } catch (error) {
      this.#showProblem(error);
      return [];
    }
  }

  /** Show the position after a line of the log. */
  async jumpTo(line: LogLine): Promise<void> {
    await this.jumpToNumber(line.number + 1);
  }

  /** Show the position after so many actions. */
  async jumpToNumber(number: number): Promise<void> {
    this.#replayRun++;
    const [position] = await this.#positions(number, 1);
    const [last] = byAction(this.log.filter((line) => line.number < number)).slice(-1);
    if (position) this.#showPast(position, last ? `After: ${this.told(last)}` : "The beginning.", false);
  }

  /** Show the last turn of the other once more, step by step. */
  async replayLastTurn(): Promise<void> {
    const range = this.lastTurnOfOthers;
    if (range) await this.replayFrom(range[0], range[1]);
  }

  /** How long that takes, in seconds. */
  replayTime(first: number): number {
    const steps = Math.min((this.log.at(-1)?.number ?? 0) + 2 - first, MAX_POSITIONS);
    return Math.max(1, Math.round((steps * REPLAY_STEP) / 1000));
  }

  /** The points of each seat after so many actions, and now; null where the game does not show them. */
  async scoresSince(number: number): Promise<{ before: number[]; now: number[] } | null> {
    const { scores } = this.game;
    const [position] = scores ? await this.#positions(number, 1) : [];
    return scores && position && this.#live ? { before: scores(position.view), now: scores(this.#live.view) } : null;
  }

  /** Show a part of the match once more, step by step, then what is now. */
  async replayFrom(first: number, end = (this.log.at(-1)?.number ?? 0) + 1): Promise<void> {
    this.settle();
    const run = ++this.#replayRun;
    const steps = await this.#positions(first, end - first + 1);
    for (const [index, step] of steps.entries()) {
      if (run !== this.#replayRun) return;
      await this.#showStep(step, index === 0);
      await this.#pause(REPLAY_STEP);
    }
    if (run === this.#replayRun) this.backToNow();
  }

  async #showStep(step: Position, isFirst: boolean): Promise<void> {
    const effect = isFirst ? null : this.game.effect(step.lines, this.view, step.view);
    const starts = effect ? startsOf(effect.motions) : [];
    const title = step.lines.length && !isFirst ? this.told(step.lines) : "Before their last turn.";
    this.#showPast(step, title, true);
    await tick();
    if (effect) fly(effect.motions, starts);
    announcer.say(title);
  }

  #showPast(position: Position, title: string, isPlaying: boolean): void {
    this.letGo();
    this.hint = this.advice = null;
    this.past = { number: position.number, title, isPlaying };
    this.view = position.view;
    this.drawing = position.drawing;
    this.actors = position.actors;
    this.actions = [];
    this.canUndo = false;
  }

  backToNow(): void {
    this.#replayRun++;
    this.past = null;
    this.quiet();
    if (this.#live) this.#showNow(this.#live);
  }
}

/** The lines that an update adds; none when it takes back. */
function newLines(before: Update, after: Update): LogLine[] {
  return after.log.filter((line) => line.number >= before.length);
}
