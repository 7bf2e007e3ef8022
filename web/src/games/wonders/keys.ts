/** The keys of 7 Wonders. */

import type { BoardModel } from "../../lib/board.svelte";
import type { KeyHelp } from "../game";
import { choosingAt, mainVerb, type Choosing } from "./choosing.svelte";
import { showingAt } from "./showing.svelte";
import { leftOf, rightOf } from "./view";

export const keys: KeyHelp[] = [
  { keys: "1 – 8", meaning: "choose a card, a tile or a payment" },
  { keys: "B", meaning: "build it" },
  { keys: "W", meaning: "build a stage with it" },
  { keys: "D", meaning: "discard it" },
  { keys: "Y", meaning: "lay a tile with it; again: the next tile" },
  { keys: "J", meaning: "join the project with it" },
  { keys: "S", meaning: "two players: swap my card and the Free City's" },
  { keys: "Enter, E", meaning: "seal, or go on" },
  { keys: "R", meaning: "while choices are revealed: once more" },
  { keys: "[ ]", meaning: "walk round the table" },
  { keys: "H", meaning: "what you could know of the hands" },
];

const VERBS: Record<string, string[]> = { w: ["stage"], d: ["discard"], y: ["tower"] };

/** Whether the key was ours. */
export function press(event: KeyboardEvent, table: BoardModel): boolean {
  const choosing = choosingAt(table);
  const key = event.key.toLowerCase();
  if (isReveal(key, table)) return true;
  if (key === "enter" && (event.target as HTMLElement).closest("button, a, summary") && !isCard(event)) return false;
  if (key === "enter" || key === "e") return go(choosing);
  if (key === "escape") return leave(choosing);
  if (/^[1-9]$/.test(key)) return number(choosing, Number(key) - 1);
  if (key === "[" || key === "]") return walk(choosing, key);
  if (key === "j") return join(choosing);
  if (key === "s" && choosing.isForFreeCity) {
    void choosing.swap();
    return true;
  }
  if (key === "h") {
    choosing.shows = "hands";
    return true;
  }
  if (key === "b") return use(choosing, [mainVerb(choosing.chosen)]);
  return key in VERBS ? use(choosing, VERBS[key]!) : false;
}

/** While a turn is revealed any of our keys goes on; those that only go on do nothing more. */
function isReveal(key: string, table: BoardModel): boolean {
  const showing = showingAt(table);
  if (!showing.step) return false;
  if (key === "e" || key === "enter" || key === " ") showing.next();
  else if (key === "escape") showing.close();
  else if (key === "r" && showing.step === "reveal") showing.again();
  else {
    showing.close();
    return false;
  }
  return true;
}

const isCard = (event: KeyboardEvent): boolean => (event.target as HTMLElement).matches("[role=option][aria-selected=true], [role=radio][aria-checked=true]");

function go(choosing: Choosing): boolean {
  if (!choosing.deal) return false;
  void choosing.seal();
  return true;
}

function leave(choosing: Choosing): boolean {
  if (choosing.city === null && choosing.item === null) return false;
  if (choosing.city !== null) choosing.city = null;
  else choosing.letGo();
  return true;
}

function number(choosing: Choosing, index: number): boolean {
  if (choosing.isPaying) {
    if (index < choosing.deals.length) choosing.payment = index;
  } else if (index < choosing.items.length) {
    choosing.pick(index);
    document.querySelector<HTMLElement>(`[data-place="hand:${index}"]`)?.focus();
  }
  return true;
}

function use(choosing: Choosing, verbs: string[]): boolean {
  const fit = choosing.variants.map((variant, index) => ({ variant, index })).filter(({ variant }) => verbs.includes(variant.verb));
  if (!choosing.chosen) return true;
  if (!fit.length) {
    document.querySelector<HTMLElement>(`[data-place="use:${verbs[0] === mainVerb(choosing.chosen) ? "build" : verbs[0]}"]`)?.click();
    return true;
  }
  const at = fit.findIndex(({ index }) => index === choosing.variant);
  choosing.choose(fit[(at + 1) % fit.length]!.index);
  return true;
}

function join(choosing: Choosing): boolean {
  if (choosing.chosen) document.querySelector<HTMLElement>('[data-place="use:join"]')?.click();
  return true;
}

function walk(choosing: Choosing, key: string): boolean {
  const from = choosing.city ?? choosing.table.near;
  choosing.city = key === "[" ? leftOf(choosing.view, from) : rightOf(choosing.view, from);
  return true;
}
