/**
 * The drawings of cities, our own art, each loaded when it is needed.
 *
 * The view box is 126 × 214, with the key part within y 44 to 170, so that a square crop still shows it. The parts are
 * `base` and `stage-1` … `stage-N`, bottom to top. A stage is built by default; as a scaffold, set its `--aN` (opacity)
 * to .3 and `--dN` (dashes) to 3 2.5 on the `<svg>` or above it. Colours: `--w-*`, those of the day as fallback.
 */

const FILES = import.meta.glob<string>("./cities/*.svg", { query: "?raw", import: "default" });
const PARTS: Record<string, number> = { gizah: 4, petra: 4, "great-wall": 4, "abu-simbel": 2, plot: 1 };
const USUAL_PARTS = 3;
const SVG = "http://www.w3.org/2000/svg";
const asked = new Set<string>();

/** What a board is drawn with: a plot until there is one, any city for a board that nobody has drawn. */
export function drawingOf(board: string | null): string {
  const name = (board ?? "plot").replaceAll(" ", "-");
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
