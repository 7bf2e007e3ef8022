/** What a board draws and what touching it does; the live table and the replay are two kinds of it. */

import type { Attempt, GameModule, Link, Part, Peek, Place, View } from "../games/game";
import { capital, plain } from "../games/game";
import { announcer } from "./announce.svelte";
import { seatKind, seatName, tableName } from "./names";
import type { ActionForm, ActionInfo, GameInfo, LogLine, OutcomeInfo, SeatInfo } from "./protocol";
import { play } from "./sound";

/** A legal action and one way to touch it. */
export interface Offer extends Link {
  action: ActionInfo;
}

/** What an action would bring, in the game's own words. */
export type Foretold = Record<string, unknown>;

/** A refusal beside the thing that was tried. */
export interface Bubble {
  place: Place | null;
  title: string;
  reason: string;
  clause: string | null;
}

/** Several actions fit one touch: the person chooses. */
export interface Chooser {
  place: Place;
  offers: { action: ActionInfo; words: Part[] }[];
}

const BUBBLE_TIME = 9000; // milliseconds

export abstract class BoardModel {
  readonly game: GameModule;
  gameInfo = $state<GameInfo>();
  id = $state("");
  seats = $state.raw<SeatInfo[]>([]);
  mySeat = $state<number | null>(null);
  options = $state.raw<Record<string, string | number | string[]>>({});
  view = $state.raw<View>({});
  drawing = $state.raw<string | null>(null); // the position as a text, for games without a board
  actors = $state.raw<number[]>([]);
  actions = $state.raw<ActionInfo[]>([]);
  log = $state.raw<LogLine[]>([]);
  outcome = $state.raw<OutcomeInfo | null>(null);
  last = $state.raw<ReadonlySet<Place>>(new Set()); // touched in the last turn of another seat
  selection = $state<Place | null>(null);
  notice = $state<string | null>(null); // why one has to wait
  bubble = $state.raw<Bubble | null>(null);
  chooser = $state.raw<Chooser | null>(null);
  peeked = $state.raw<(Peek & { place: Place }) | null>(null);
  hint = $state.raw<ActionInfo | null>(null);
  coached = $state.raw<ReadonlySet<Place>>(new Set()); // what the coach speaks of
  isShowing = $state(false); // the board shows what has just happened; the result waits for it
  #bubbleTimer: ReturnType<typeof setTimeout> | undefined;

  readonly offers = $derived.by(() => this.#offersBySource());
  readonly targets = $derived(this.#offersByTarget(this.selection));
  readonly hinted = $derived(this.#placesOfHint());

  constructor(game: GameModule) {
    this.game = game;
  }

  // -- who --

  /** The seat that is drawn near: mine, or the first for those who only watch. */
  get near(): number {
    return this.mySeat ?? 0;
  }

  get isMyTurn(): boolean {
    return this.mySeat !== null && this.actors.includes(this.mySeat) && this.actions.length > 0;
  }

  /** In a record: how many actions led to what is shown. None at a table. */
  get recorded(): number | null {
    return null;
  }

  /** How many actions led to what is shown; the log may go on after them. */
  get upTo(): number {
    return Infinity;
  }

  get title(): string {
    return tableName(this.id);
  }

  /** `Turn 7`, or what the game calls it. */
  turnTitle(turn: number): string {
    return turn === 0 ? "Set-up" : (this.game.turnName?.(turn, this.view) ?? `Turn ${turn}`);
  }

  seatName(seat: number): string {
    const info = this.seats[seat];
    return info ? seatName(this.id, info) : `Seat ${seat + 1}`;
  }

  seatKind(seat: number): string {
    const info = this.seats[seat];
    return info ? seatKind(this.gameInfo, info) : "";
  }

  /** Whom a line of the log is about; none for chance alone. */
  subject(line: LogLine): number | null {
    return line.seat;
  }

  /** A line of the log as a sentence. */
  sentence(line: LogLine): string {
    return `${this.withNames(line.subject)} ${plain(this.phrase(line))}.`.trimStart();
  }

  /** Several lines of the log as sentences. */
  sentences(lines: LogLine[]): string {
    return lines.map((line) => this.sentence(line)).join(" ");
  }

  /** What one action did, as it is said. */
  told(lines: LogLine[]): string {
    return this.game.told?.(lines, this) ?? this.sentences(lines);
  }

  /** A line of the log without its subject; seats are called by their names. */
  phrase(line: LogLine): Part[] {
    return this.#named(this.game.phrase(line));
  }

  /** The log as entries: lines that are told together. */
  entries(log: LogLine[]): LogLine[][] {
    const found: LogLine[][] = [];
    for (const line of log) {
      const last = found.at(-1)?.at(-1);
      if (last && this.#isTogether(last, line)) found.at(-1)!.push(line);
      else if (this.game.logbook?.isTold(line) ?? true) found.push([line]);
    }
    return found;
  }

  #isTogether(before: LogLine, next: LogLine): boolean {
    if (before.turn !== next.turn || before.actor !== next.actor) return false;
    const isOneAction = next.actor >= 0 && before.number === next.number;
    if (before.seat !== next.seat && !isOneAction) return false;
    return next.actor < 0 ? before.verb === next.verb : (this.game.logbook?.joins(before, next) ?? false);
  }

  /** An entry of the log without its subject. */
  entryWords(lines: LogLine[]): Part[] {
    const [first] = lines;
    if (this.game.logbook) return this.#named(this.game.logbook.words(lines, this.mySeat));
    return first!.actor < 0 ? this.#named(this.game.merge(lines)) : this.phrase(first!);
  }

  /** Several entries of one seat as one phrase. */
  retold(log: LogLine[]): Part[] {
    const entries = this.entries(log).map((lines) => this.entryWords(lines));
    if (!entries.length) return log.length ? this.phrase(log.at(-1)!) : [];
    return entries.flatMap((words, index) => (index ? [{ text: ", " }, ...words] : words));
  }

  #named(parts: Part[]): Part[] {
    return parts.map((part) => ({ ...part, text: this.withNames(part.text) }));
  }

  /** A text of the server with names for `{0}`, `{1}` …, which stand for the other players. */
  withNames(text: string): string {
    return text.replace(/\{(\d)\}/g, (_, seat: string) => this.seatName(Number(seat)));
  }

  /** Why it is over, as a sentence. */
  get ending(): string {
    if (!this.outcome) return "";
    const { reason, resigned } = this.outcome;
    return resigned !== null && resigned === this.mySeat ? "You resigned." : sentenceOf(this.withNames(reason));
  }

  // -- what glows --

  /** The classes of a thing's state. */
  ring(place: Place): string {
    if (this.bubble?.place === place) return "refused";
    if (this.selection === place) return "selected";
    if (this.targets.has(place)) return "legal";
    if (this.hinted.has(place)) return "hinted";
    if (this.coached.has(place) && this.selection === null) return "coached";
    return this.last.has(place) ? "last" : "";
  }

  /** What would happen when the selected thing went there. */
  label(place: Place): string {
    const offers = this.targets.get(place);
    if (!offers) return "";
    return offers.length === 1 ? offers[0]!.label : `${offers.length} choices`;
  }

  canStart(place: Place): boolean {
    return this.offers.has(place);
  }

  /** Whether a thing gets the quiet mark of what can be used now. */
  isUsable(place: Place): boolean {
    return this.isMyTurn && this.selection === null && this.canStart(place);
  }

  // -- touching --

  /** A tap, or Enter: choose a thing, or bring the chosen one there. */
  touch(place: Place): void {
    this.settle();
    const source = this.selection;
    if (source === null) this.#pick(place);
    else if (source === place) this.letGo();
    else this.bring(source, place);
  }

  /** Bring one thing to another: by a second tap, a drop or a key. */
  bring(source: Place, target: Place): void {
    this.quiet();
    const offers = this.#offersByTarget(source).get(target);
    if (offers?.length === 1) void this.perform(offers[0]!.action);
    else if (offers) this.#choose(target, offers);
    else this.#refuseOrPick(source, target);
  }

  #pick(place: Place): void {
    this.quiet();
    if (this.canStart(place)) {
      this.selection = place;
      announcer.say(this.status);
      return;
    }
    const peek = this.game.peek(place, this);
    const attempt = this.mySeat === null ? null : this.game.attempt(place, null, this.view);
    if (attempt) void this.refuse(place, attempt);
    else if (peek) this.peeked = { ...peek, place };
  }

  #refuseOrPick(source: Place, target: Place): void {
    const attempt = this.game.attempt(source, target, this.view);
    if (attempt) void this.refuse(target, attempt);
    else {
      this.selection = null;
      this.#pick(target);
    }
  }

  #choose(place: Place, offers: Offer[]): void {
    const words = (offer: Offer): Part[] => this.game.actionWords(offer.action);
    this.chooser = { place, offers: offers.map((offer) => ({ action: offer.action, words: words(offer) })) };
  }

  /** Let a person choose among actions, beside a thing. */
  offer(place: Place, actions: ActionInfo[]): void {
    this.quiet();
    this.#choose(
      place,
      actions.map((action) => ({ action, source: place, target: place, label: action.name })),
    );
  }

  /** Take an action, or say why it cannot be taken. */
  tryAction(form: ActionForm, place: Place | null = null): void {
    this.settle();
    const action = this.actions.find((candidate) => isSameAction(candidate, form));
    if (action) void this.perform(action);
    else void this.refuse(place, { action: form });
  }

  letGo(): void {
    this.quiet();
    this.selection = null;
  }

  /** Close what was opened for a moment. */
  quiet(): void {
    clearTimeout(this.#bubbleTimer);
    this.bubble = null;
    this.chooser = null;
    this.peeked = null;
  }

  // -- refusals --

  async refuse(place: Place | null, attempt: Attempt): Promise<void> {
    if ("reason" in attempt) {
      this.showRefusal({ place, title: "Not there", ...attempt });
      return;
    }
    const { reason, clause } = await this.why(attempt.action);
    const words = plain(this.game.actionWords(attempt.action));
    const text = sentenceOf(this.withNames(reason));
    this.showRefusal({ place, title: attempt.title ?? `You cannot ${words}`, reason: text, clause });
  }

  showRefusal(bubble: Bubble): void {
    this.quiet();
    this.bubble = bubble;
    this.#bubbleTimer = setTimeout(() => (this.bubble = null), BUBBLE_TIME);
    play("knock");
    announcer.interrupt(`${bubble.title}. ${bubble.reason}${bubble.clause ? ` Rule ${bubble.clause}.` : ""}`);
  }

  // -- words --

  /** What is selected and where it can go, or what to do now, with what matters in bold. */
  get saying(): Part[] {
    return this.game.say?.(this) ?? this.#usualSaying;
  }

  /** The same as plain text. */
  get status(): string {
    return plain(this.saying);
  }

  get #usualSaying(): Part[] {
    const place = this.selection;
    if (place === null) return [{ text: this.game.advice(this) }];
    const words = this.game.placeWords(place, this.view);
    const ways = this.game.ways?.([...this.targets.values()].flat().map(({ action }) => action), place, this.view) ?? [...this.targets].map(([target, offers]) => this.#wayWords(target, offers));
    return [{ text: `${words} selected.`, strong: true }, { text: ways.length ? ` ${capital(ways.join(", or "))}.` : "" }];
  }

  #wayWords(target: Place, offers: Offer[]): string {
    if (offers.length > 1) return `${offers.length} choices at ${this.game.placeWords(target, this.view)}`;
    return plain(this.game.actionWords(offers[0]!.action));
  }

  // -- differs between live table and replay --

  abstract perform(action: ActionInfo): Promise<void>;
  abstract why(action: ActionForm): Promise<{ reason: string; clause: string | null }>;
  abstract settle(): void; // jump to the end of what is being shown

  /** What an action of mine would bring, as the game words it; nothing where nobody can be asked. */
  foretell(_action: ActionInfo): Promise<Foretold | null> {
    return Promise.resolve(null);
  }

  // -- lookups --

  #offersBySource(): Map<Place, Offer[]> {
    const found = new Map<Place, Offer[]>();
    for (const action of this.actions) {
      for (const link of this.game.links(action, this.view)) {
        found.set(link.source, [...(found.get(link.source) ?? []), { ...link, action }]);
      }
    }
    return found;
  }

  #offersByTarget(source: Place | null): Map<Place, Offer[]> {
    const found = new Map<Place, Offer[]>();
    for (const offer of source === null ? [] : (this.offers.get(source) ?? [])) {
      found.set(offer.target, [...(found.get(offer.target) ?? []), offer]);
    }
    return found;
  }

  #placesOfHint(): Set<Place> {
    if (!this.hint) return new Set();
    return new Set(this.game.links(this.hint, this.view).flatMap((link) => [link.source, link.target]));
  }
}

/** Whether two actions have the same verb and arguments. */
export function isSameAction(one: ActionForm, other: ActionForm): boolean {
  const [mine, theirs] = [one.args ?? {}, other.args ?? {}];
  const names = Object.keys(mine);
  const isAlike = names.length === Object.keys(theirs).length && names.every((name) => mine[name] === theirs[name]);
  return one.verb === other.verb && isAlike;
}

/** Lines of the log by the action they tell of. */
export function byAction(lines: LogLine[]): LogLine[][] {
  const found = new Map<number, LogLine[]>();
  for (const line of lines) found.set(line.number, [...(found.get(line.number) ?? []), line]);
  return [...found.values()];
}

function sentenceOf(text: string): string {
  const capitalised = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capitalised) ? capitalised : `${capitalised}.`;
}
