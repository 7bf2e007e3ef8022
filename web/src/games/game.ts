/**
 * What a game adds to the shell. Everything lives in `games/<name>/`, is found there by its file name, and is loaded
 * when it is first needed:
 *
 * - `index.ts`    default export: the `GameModule`, its board and how the things on it translate to actions and words
 * - `lessons.ts`  default export: the `Lessons`, for the coach of a first game and for “How to play”
 * - `Art.svelte`  the picture of the game in the lobby; it fills its box (`position: absolute; inset: 0`)
 * - `theme.css`   colours of its own, in both themes; loaded with the page, since the lobby shows all games
 * - `sign.ts`     default export: the id of an emblem of the sprite, for lists; part of the first load, so one line;
 *                 `hasSides` if its two seats are told apart as bone and bitumen
 *
 * A game without a folder, or without one of these files, is played with the plain board.
 */

import type { Component, Snippet } from "svelte";
import type { BoardModel } from "../lib/board.svelte";
import type { Motion } from "../lib/motion";
import type { ActionForm, ActionInfo, LogLine } from "../lib/protocol";
import type { Sound } from "../lib/sound";

/** A thing on the table that can be touched, such as `hand:medes`; elements carry it as `data-place`. */
export type Place = string;

export type View = Record<string, unknown>;

/** A piece of a sentence: plain, strong, or a coloured tag with an emblem. */
export interface Part {
  text: string;
  strong?: boolean;
  emblem?: string; // a symbol; `[data-emblem=…]` in the theme.css of the game colours the tag
}

/** One way to take an action by touch: take `source` to `target`. */
export interface Link {
  source: Place;
  target: Place;
  label: string; // what happens there, in a word or two
}

/** What a touch without a legal action meant: an action to ask the server about, or a sentence. */
export type Attempt = { action: ActionForm; title?: string } | { reason: string; clause: string };

/** One line of the list of actions: a heading and its buttons. */
export interface Section {
  heading: string;
  rows: { label: string; choices: Choice[]; isDense?: boolean }[]; // a label where a heading has several rows
}

export interface Choice {
  action: ActionInfo;
  words: string; // the whole action, for filter and screen readers
  short: Part[]; // what the button shows
}

/** Facts about a touched thing that has nothing to offer. */
export interface Peek {
  title: string;
  lines: Part[][];
}

/** A tooltip: what a thing is, in words of the rules, and what it would do now. */
export interface Tip {
  title: string;
  lines: Part[][];
  now?: Part[]; // what it would do in this position
  clause?: string; // the rule to open
}

/** One step of the coach, and one picture of “How to play”. */
export interface Lesson {
  title: string; // what to do: “Leave the quarry”
  text: string; // one or two sentences in words of the rules
  clause: string; // where the rules say so
  Picture?: Component; // for “How to play”, if they are small
  places(table: BoardModel): Place[]; // what to touch now; empty while there is nothing to touch for it
  facts?(table: BoardModel): string[]; // what it comes to here and now, a short line each
  isDone(action: ActionInfo): boolean; // whether an action of mine did what this step teaches
  isRead?: boolean; // it tells how to see something: done only by an action that was taken while it was shown
  show?(place: Place): void; // what “Show me” does, if it is more than touching the place
}

/** How a game is learnt. */
export interface Lessons {
  goal: string; // of the game, in one line
  steps: Lesson[];
  pictures?: () => Promise<{ default: Component<{ index: number }> }>; // of all steps, if the coach need not load them
}

export interface KeyHelp {
  keys: string;
  meaning: string;
}

/** The main button: what it says and does; nothing to do now where `act` is null. */
export interface MainButton {
  words: string;
  act: (() => void) | null;
  other?: { words: string; act: () => void }; // the other of two choices
}

/** How the log tells what happened, where a sentence for each action is too long. */
export interface Logbook {
  isTold(line: LogLine): boolean; // whether the log has an entry for it
  joins(before: LogLine, next: LogLine): boolean; // whether two actions of a seat, one after the other, are one entry
  words(lines: LogLine[], viewer: number | null): Part[]; // one entry without its subject
}

/** What one action of the log moves on the table. */
export interface Effect {
  motions: Motion[];
  sound: Sound | null;
  hold?: number; // milliseconds it deserves before the next action is shown
}

/** A board places the shell's parts in its own layout. */
export interface BoardProps {
  table: BoardModel;
  side: Snippet; // the log, or the list of actions
  bar: Snippet; // the main button and its neighbours
  ticker: Snippet; // the last line of the log, on phones
}

export interface GameModule {
  name: string;
  isDrawn: boolean; // the server sends the position as a text too
  endName: string | null; // the verb of the action behind the main button
  isSimultaneous(view: View): boolean; // several seats choose at once, and in secret
  turnName?(turn: number, view: View): string; // of a turn, in the log and wherever one is named, if not “Turn 7”
  when?(view: View): string; // what is said for the number of the turn, if that alone says little
  scores?(view: View): number[]; // the points of each seat, where a position shows them
  Board: Component<BoardProps>;
  Final: Component<{ table: BoardModel }> | null; // the picture in the result; else a list of ranks
  victory: string; // the title of the result when I have won
  resultTitle?(table: BoardModel): string; // instead of the shell's words
  resultText?(table: BoardModel): string; // who won by how much, before why it is over
  links(action: ActionInfo, view: View): Link[];
  attempt(source: Place, target: Place | null, view: View): Attempt | null;
  placeWords(place: Place, view: View): string;
  peek(place: Place, table: BoardModel): Peek | null;
  tip(place: Place, table: BoardModel): Tip | null; // for anything with `data-place`, or `data-tip` where it differs
  actionWords(action: ActionForm): Part[]; // an action as one may choose it: “build at Medes from your stack”
  phrase(line: LogLine): Part[]; // a line of the log without its subject
  merge(lines: LogLine[]): Part[]; // what chance dealt one seat in a row, as one line
  told?(lines: LogLine[], table: BoardModel): string | null; // one action as it is said; else the sentences of its lines
  logbook?: Logbook; // else the log has a line for each action, and one for what chance deals in a row
  sections(actions: ActionInfo[], view: View): Section[];
  advice(table: BoardModel): string; // what to do now, when nothing is selected
  ways?(actions: ActionInfo[], place: Place, view: View): string[]; // what can be done with a selected thing, shorter than one clause for each action
  say?(table: BoardModel): Part[]; // instead of the shell's words: what is selected or asked now, always in one place
  main?(table: BoardModel): MainButton | null; // the main button, where it is not always the end of the turn
  leftUndone(actions: ActionInfo[], view: View): string | null;
  effect(lines: LogLine[], before: View, after: View): Effect; // of one action
  touched(before: View, after: View, seat: number): Place[]; // what a seat's actions changed
  keys: KeyHelp[];
  press(event: KeyboardEvent, table: BoardModel): boolean; // whether the key was the game's
}

/** A phrase as plain text. */
export function plain(parts: Part[]): string {
  return parts.map((part) => part.text).join("");
}

/** A word with a capital. */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
