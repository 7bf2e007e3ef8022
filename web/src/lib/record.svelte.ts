/** A stored record, looked at step by step. */

import { tick } from "svelte";
import type { GameModule } from "../games/game";
import { announcer } from "./announce.svelte";
import * as api from "./api";
import { BoardModel } from "./board.svelte";
import { startsOfTurns } from "./curve.svelte";
import { backwards, fly, land, type Motion, startsOf } from "./motion";
import { seatName } from "./names";
import type { LogLine, Position, RecordInfo, SeatInfo } from "./protocol";

const CHUNK = 50; // positions fetched at once
const STEP_TIME = 900; // milliseconds while it plays by itself

export class RecordModel extends BoardModel {
  number = $state(0); // actions taken
  length = $state(0);
  isPlaying = $state(false);
  whose = $state<number | null>(null); // seen as a seat saw it; none: everything open
  text = $state("");
  readonly #home: string; // the table where it was played, or the record itself: bots are named after it
  #starts: number[] = []; // how many actions lead to the start of each turn
  #positions = new Map<number, Position>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(game: GameModule, info: RecordInfo) {
    super(game);
    this.id = info.record;
    this.#home = info.table ?? info.record;
    this.seats = Array.from({ length: info.num_seats }, (_, seat) => seatOf(info.names[seat] ?? "", seat));
    this.options = info.options;
    this.log = info.log;
    this.length = info.length;
    this.outcome = info.outcome;
    this.text = info.text;
    this.#starts = startsOfTurns(info.log).map(({ number }) => number);
  }

  override get title(): string {
    return "Record";
  }

  override get recorded(): number {
    return this.number;
  }

  override get upTo(): number {
    return this.number;
  }

  override seatName(seat: number): string {
    const info = this.seats[seat];
    return info ? seatName(this.#home, info) : `Seat ${seat + 1}`;
  }

  override seatKind(seat: number): string {
    const kind = this.seats[seat]?.kind === "bot" ? super.seatKind(seat) : "";
    return [this.outcome?.ranks[seat] === 1 ? "winner" : "", kind].filter(Boolean).join(" · ");
  }

  /** Who played, as one phrase. */
  get players(): string {
    return this.seats.map(({ seat }) => this.seatName(seat)).join(this.seats.length > 2 ? ", " : " against ");
  }

  /** Show a position by how many actions led to it. */
  async go(number: number): Promise<void> {
    const goal = Math.max(0, Math.min(this.length, number));
    const position = await this.#position(goal);
    if (!position) return;
    const isStep = goal === this.number + 1;
    const motions = isStep ? this.game.effect(position.lines, this.view, position.view).motions : this.#wayBack(position);
    const starts = startsOf(motions);
    land();
    this.#show(position, isStep);
    await tick();
    fly(motions, starts);
    if (position.lines.length) announcer.say(this.told(position.lines));
  }

  /** What the action that led to a position brought. */
  linesAt(number: number): LogLine[] {
    return this.log.filter((line) => line.number === number - 1);
  }

  /** What moves when one goes back by one step. */
  #wayBack(position: Position): Motion[] {
    if (position.number !== this.number - 1) return [];
    return backwards(this.game.effect(this.linesAt(this.number), position.view, this.view).motions);
  }

  #show(position: Position, isStep: boolean): void {
    const actor = position.lines[0]?.actor ?? -1;
    this.last = new Set(isStep && actor >= 0 ? this.game.touched(this.view, position.view, actor) : []);
    this.number = position.number;
    this.view = position.view;
    this.drawing = position.drawing;
    this.actors = position.actors;
    this.quiet();
  }

  async #position(number: number): Promise<Position | undefined> {
    if (!this.#positions.has(number)) {
      const first = Math.floor(number / CHUNK) * CHUNK;
      const part = { first, count: CHUNK, drawn: this.game.isDrawn };
      const reply = await api.recordPositions(this.id, part, this.whose);
      for (const position of reply.positions) this.#positions.set(position.number, position);
    }
    return this.#positions.get(number);
  }

  /** The turn of the shown position. */
  get turn(): number {
    return (this.log.find((line) => line.number >= this.number) ?? this.log.at(-1))?.turn ?? 0;
  }

  /** To where the next or the last turn begins: its cards are drawn, and somebody has to act. */
  async goTurn(step: 1 | -1): Promise<void> {
    const found = step > 0 ? this.#starts.find((start) => start > this.number) : this.#starts.findLast((start) => start < this.number);
    await this.go(found ?? (step > 0 ? this.length : 0));
  }

  /** See it as a seat saw it, or with everything open. */
  async seeAs(seat: number | null): Promise<void> {
    this.whose = seat;
    this.#positions.clear();
    await this.go(this.number);
  }

  toggle(): void {
    this.isPlaying = !this.isPlaying;
    clearInterval(this.#timer);
    if (!this.isPlaying) return;
    const isAtEnd = this.number >= this.length;
    void this.go(isAtEnd ? 0 : this.number + 1);
    this.#timer = setInterval(() => this.#playOn(), STEP_TIME);
  }

  #playOn(): void {
    if (this.number < this.length) void this.go(this.number + 1);
    else this.toggle();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  override perform(): Promise<void> {
    return Promise.resolve();
  }

  override why(): Promise<{ reason: string; clause: string | null }> {
    return Promise.resolve({ reason: "This is a record; nothing can be done here.", clause: null });
  }

  override settle(): void {
    land();
  }
}

const BOT = "bot "; // stands before the level of a bot in the records of a server

function seatOf(name: string, seat: number): SeatInfo {
  const isBot = name.startsWith(BOT);
  const who = isBot ? { kind: "bot" as const, nickname: "", level: name.slice(BOT.length) } : { kind: "person" as const, nickname: name, level: null };
  return { seat, ...who, connected: true, taken_over: false, seen_at: 0, away_since: null };
}
