/** Tooltips of Babel: what a thing is, in words of the rules, and what it would do now. */

import type { BoardModel } from "../../lib/board.svelte";
import { capital, type Part, type Place, type Tip } from "../game";
import { ABILITY, asBabel, type BabelView, countWords, far, type Nation, NATIONS, near, rowWords, siteOf, whoseWords } from "./view";
import { ways } from "./words";

const text = (words: string): Part => ({ text: words });

/** What a nation's group does, and where the rules say so. */
const ABILITIES: Record<Nation, [string, string]> = {
  assyrians: ["the whole opposing temple there goes back onto the quarry.", "BB-7.4"],
  hittites: ["the top card of the opposing temple there comes onto yours, if it is higher and your row is long enough.", "BB-7.5"],
  medes: ["name a nation: the opponent discards all cards of it there.", "BB-7.6"],
  persians: ["build the top card of either stack two levels above your temple there.", "BB-7.7"],
  sumerians: ["all opposing cards there of the nation on top of their row come over to yours.", "BB-7.8"],
};

export function tip(place: Place, table: BoardModel): Tip | null {
  const view = asBabel(table.view);
  const [kind, what] = place.split(":") as [string, string];
  const isNation = NATIONS.includes(what as Nation);
  if (kind === "hand" && isNation) return nationTip(what as Nation, table);
  if (kind === "site" && isNation) return siteTip(what as Nation, view);
  if ((kind === "mine" || kind === "theirs") && isNation) return rowTip(kind, what as Nation, table);
  return (TIPS[kind] ?? (() => null))(view, what, table);
}

function nationTip(nation: Nation, table: BoardModel): Tip {
  const [effect, clause] = ABILITIES[nation];
  const lines = [
    [text(`Discard it to move to ${capital(nation)}, or deploy it where your pawn stands.`)],
    [text("Three or more together in your row where your pawn stands: discard one of them, and "), text(effect)],
    [text("Or, as any nation: they discard half of their hand.")],
  ];
  return { title: `${capital(nation)}: ${ABILITY[nation].toLowerCase()}`, lines, now: nowFor(nation, table), clause };
}

/** What a card could do now, as the status says it of a chosen one. */
function nowFor(nation: Nation, table: BoardModel): Part[] | undefined {
  const place = `hand:${nation}`;
  const words = ways((table.offers.get(place) ?? []).map(({ action }) => action), place, table.view);
  return table.isMyTurn && words.length ? [{ text: "Now: ", strong: true }, text(`${words.join(", or ")}.`)] : undefined;
}

/** What a thing could do now, from its legal actions. */
function nowOf(place: Place, table: BoardModel): Part[] | undefined {
  const labels = [...new Set((table.offers.get(place) ?? []).map((offer) => offer.label))];
  return table.isMyTurn && labels.length ? [{ text: "Now: ", strong: true }, text(`${labels.join(", ").toLowerCase()}.`)] : undefined;
}

function siteTip(site: Nation, view: BabelView): Tip {
  const line = near(view).pawn === site ? "Your pawn stands here: deploy, build and use nations here." : `Discard a ${capital(site)} card to move here.`;
  return { title: capital(site), lines: [[text(line)]], clause: "BB-3.1" };
}

function rowTip(kind: "mine" | "theirs", site: Nation, table: BoardModel): Tip {
  const view = asBabel(table.view);
  const { row, level } = siteOf(kind === "mine" ? near(view) : far(view), site);
  const lines = [
    [text(level ? `Temple of level ${level}: ${countWords(level, "point")}.` : "No temple yet.")],
    [text(row.length ? `Row, oldest first: ${rowWords(row)}.` : "No cards in the row.")],
    [text("A bracket marks three or more of a nation together: a group that can pay for an ability.")],
  ];
  return { title: `${capital(site)}, ${whoseWords(kind, table)} side`, lines, clause: kind === "mine" ? "BB-5.3" : "BB-7.1" };
}

const TIPS: Record<string, (view: BabelView, what: string, table: BoardModel) => Tip | null> = {
  stack: (_view, what, table) => ({
    title: `${capital(whoseWords(what, table))} stack`,
    lines: [[text("Either player may build the top card of either stack. The small tablets come up in their order.")]],
    now: nowOf(`stack:${what}`, table),
    clause: "BB-5.1",
  }),
  start: () => ({ title: "Starting card", lines: [[text("Level 1. You must build it in your first turn.")]], clause: "BB-2.5" }),
  quarry: () => ({
    title: "Quarry",
    lines: [[text("At the end of each turn two temple cards are drawn from here. Destroyed temples lie on top and come first.")]],
    clause: "BB-8.1",
  }),
  deck: () => ({ title: "Nation deck", lines: [[text("Each turn begins with three cards from here. When it is empty, the discards are shuffled.")]], clause: "BB-2.2" }),
  discards: () => ({ title: "Discards", lines: [[text("Cards discarded to move, or paid for abilities. They become the deck when it is empty.")]], clause: "BB-2.3" }),
  track: (view) => ({
    title: "Score",
    lines: [
      [text(`The sum of the levels of all temples. ${view.marks.winning} against ${view.marks.safe - 1} or less wins at once.`)],
      [text(`With ${view.marks.winning} against ${view.marks.safe} or more the end phase begins: then ${view.marks.end_phase} wins, and ${view.marks.safe - 1} or less loses.`)],
    ],
    clause: "BB-9.2",
  }),
  hand: () => ({ title: "Their hand", lines: [[text("Secret. A group of any nation may make them discard half of it.")]], clause: "BB-7.9" }),
  end: () => ({ title: "End the turn", lines: [[text("Two temple cards come onto your stack, the lower one on top; then the other plays.")]], clause: "BB-8.1" }),
};
