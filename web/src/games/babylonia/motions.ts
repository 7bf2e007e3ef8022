/** What flies when an action is shown: a token from its stand to its cell. */

import type { LogLine } from "../../lib/protocol";
import type { Effect } from "../game";
import { type BabyloniaView, cellsOf, isRiver } from "./view";

const HOLD = 1100; // milliseconds to see what a city or ziggurat brings; a turn that scores two still takes less than 3 s

export function effect(lines: LogLine[], before: BabyloniaView, after: BabyloniaView): Effect {
  const line = lines.find(({ verb }) => verb === "place");
  const placed = cellsOf(after).get(String(line?.args["cell"]));
  if (placed?.holds !== "token") return { motions: [], sound: isScored(before, after) ? "build" : null, ...(lines[0]?.verb === "score" && { hold: HOLD }) };
  const from = placed.seat === after.seat ? `[data-place="stand:${placed.kind}"]` : `[data-place="player:${placed.seat}"] .sm`;
  const to = `[data-piece="${placed.cell}"]`;
  return { motions: [{ from, to, ghost: () => ghostOf(to) }], sound: isRiver(placed) ? "draw" : "card" };
}

function isScored(before: BabyloniaView, after: BabyloniaView): boolean {
  return before.cities_left > after.cities_left;
}

/** A copy of the token on the board, as large as it is drawn there. */
function ghostOf(selector: string): Element {
  const piece = document.querySelector(selector);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const size = piece?.getBoundingClientRect();
  svg.setAttribute("viewBox", "-20 -20 40 42");
  svg.setAttribute("width", String((size?.width ?? 40) * 1.15));
  svg.setAttribute("height", String((size?.height ?? 42) * 1.15));
  const copy = piece?.querySelector(".tk")?.cloneNode(true);
  if (copy) svg.append(copy);
  return svg;
}
