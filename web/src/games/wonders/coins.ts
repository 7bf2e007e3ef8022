/** Coins that travel in the reveal: from who pays to who is paid, all at once, when the cards have turned. */

import { fly, startsOf, type Motion } from "../../lib/motion";
import type { Flow } from "./story";

const AFTER_CARDS = 280; // milliseconds; with the flight itself the reveal takes 600

/** Let the coins of a turn fly; nothing moves for whoever wants it still. */
export function travel(flows: Flow[]): void {
  const motions = flows.map(motionOf);
  fly(motions, startsOf(motions));
}

function motionOf({ from, to, coins }: Flow): Motion {
  return { from: placeOf(from, to), to: placeOf(to, from), ghost: () => coinOf(coins), delay: AFTER_CARDS };
}

/** The purse of a city; the bank lies above the city that deals with it. */
const placeOf = (number: number | null, other: number | null): string =>
  number === null ? `[data-bank="${other}"]` : `[data-purse="${number}"]`;

function coinOf(coins: number): Element {
  const coin = document.createElement("span");
  coin.className = "coin";
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", "#coin");
  picture.append(use);
  const count = document.createElement("b");
  count.textContent = String(coins);
  coin.append(picture, count);
  return coin;
}
