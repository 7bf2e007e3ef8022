/** The drawings of cities. Those of the first box come with the board; every other one is loaded when it is needed. */

import art from "./art.svg?raw";

const FILES = import.meta.glob<string>("./cities/*.svg", { query: "?raw", import: "default" });
const PARTS: Record<string, number> = { gizah: 4, petra: 4, "great-wall": 4, "abu-simbel": 2, plot: 1 };
const USUAL_PARTS = 3;
const SVG = "http://www.w3.org/2000/svg";
const asked = new Set<string>();

/** What a board is drawn with: a plot until there is one, any city for a board that nobody has drawn. */
export function drawingOf(board: string | null): string {
  const name = (board ?? "plot").replaceAll(" ", "-");
  if (art.includes(`"city-${name}"`)) return name;
  const drawn = fileOf(name) in FILES ? name : "unknown";
  void load(drawn);
  return drawn;
}

/** How many parts a drawing grows in; it may be another number than that of the stages. */
export const partsOf = (drawing: string): number => PARTS[drawing] ?? USUAL_PARTS;

const fileOf = (name: string): string => `./cities/${name}.svg`;

/** Add a drawing to the page, once. */
async function load(name: string): Promise<void> {
  if (asked.has(name)) return;
  asked.add(name);
  const sprite = document.createElementNS(SVG, "svg");
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  sprite.innerHTML = await FILES[fileOf(name)]!();
  document.body.append(sprite);
}
