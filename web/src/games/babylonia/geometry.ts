/** Where cells lie on the picture: flat-topped with the printed north at the left, or turned a quarter for tall boxes. */

import { type BabyloniaView, cellsOf, type CellView, isRiver, STEPS } from "./view";

export const SIDE = 30; // of a cell
const HALF_HEIGHT = (Math.sqrt(3) / 2) * SIDE;
const LAST_ROW = 22;
const LAST_COLUMN = 16;
const RIM = 7; // thickness of the board
const NORTH_ASIDE = 30; // the words on the unused north keep clear of the river on a tall board

export type Point = [number, number];

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const one = (value: number): string => value.toFixed(1).replace(/\.0$/, "");

/** The middle of a cell. */
export function middle(cell: { row: number; column: number }, isTall: boolean): Point {
  const along = cell.column * 1.5 * SIDE;
  return isTall ? [(LAST_ROW - cell.row) * HALF_HEIGHT, along] : [along, cell.row * HALF_HEIGHT];
}

/** Corner `index` of a cell around a point; edge `index`, towards neighbour `index`, begins there. */
function corner([x, y]: Point, index: number, isTall: boolean, scale = 1): Point {
  const angle = ((index * 60 - (isTall ? 30 : 120)) * Math.PI) / 180;
  return [x + SIDE * scale * Math.cos(angle), y + SIDE * scale * Math.sin(angle)];
}

/** The corners of a cell as an SVG list of points. */
export function hexagon(at: Point, isTall: boolean, scale = 1): string {
  return [0, 1, 2, 3, 4, 5].map((index) => corner(at, index, isTall, scale).map(one).join(",")).join(" ");
}

/** What never changes while a match lasts: the land, its edges and its waters, as SVG paths. */
export interface Ground {
  box: Box;
  rim: string; // all cells in play
  lands: Record<CellView["region"], string>;
  lines: string;
  waterLines: string;
  banks: string;
  coast: string;
  waves: { x: number; y: number; turn: number }[];
  closed: string;
  closedCoast: string;
  closedName: { text: string; reason: string; x: number; y: number } | null;
  names: { text: string; x: number; y: number }[];
}

const RIVER_NAMES = [
  { text: "TIGRIS", cells: [[2, 2], [4, 2], [6, 2]] },
  { text: "EUPHRATES", cells: [[0, 8], [2, 8], [4, 8]] },
];
const NAMED = new Set(RIVER_NAMES.flatMap((river) => river.cells.map(([row, column]) => `${row},${column}`)));
const WORDS = ["", "", "two", "three", "four"];

export function groundOf(view: BabyloniaView, isTall: boolean): Ground {
  const key = `${view.seats}${isTall ? "t" : "w"}`;
  const known = grounds.get(key);
  if (known) return known;
  const made = makeGround(view, isTall);
  grounds.set(key, made);
  return made;
}
const grounds = new Map<string, Ground>();

function makeGround(view: BabyloniaView, isTall: boolean): Ground {
  const ground: Ground = {
    box: boxOf(isTall),
    rim: "",
    lands: { north: "", central: "", south: "", tigris: "", euphrates: "" },
    lines: "",
    waterLines: "",
    banks: "",
    coast: "",
    waves: [],
    closed: "",
    closedCoast: "",
    closedName: closedNameOf(view, isTall),
    names: RIVER_NAMES.map((river) => nameAt(river, isTall)),
  };
  for (const cell of view.cells) addCell(ground, view, cell, isTall);
  return ground;
}

function addCell(ground: Ground, view: BabyloniaView, cell: CellView, isTall: boolean): void {
  const at = middle(cell, isTall);
  const shape = (scale: number): string => `M${hexagon(at, isTall, scale).replaceAll(" ", "L")}Z`;
  if (cell.holds === "closed") {
    ground.closed += shape(1.012);
    addEdges(view, cell, isTall, (edge, other) => (other ? undefined : (ground.closedCoast += edge)));
    return;
  }
  ground.rim += shape(1);
  ground.lands[cell.region] += shape(1.012);
  if (isRiver(cell)) {
    ground.waterLines += shape(1);
    if (!NAMED.has(cell.cell)) ground.waves.push({ x: at[0], y: at[1], turn: (((cell.row * 7 + cell.column * 13) % 5) - 2) * 4 });
  } else ground.lines += shape(1);
  addEdges(view, cell, isTall, (edge, other) => {
    if (!other || other.holds === "closed") ground.coast += edge;
    else if (isRiver(cell) && !isRiver(other)) ground.banks += edge;
  });
}

function addEdges(view: BabyloniaView, cell: CellView, isTall: boolean, add: (edge: string, other: CellView | undefined) => void): void {
  const at = middle(cell, isTall);
  STEPS.forEach(([down, right], index) => {
    const [from, to] = [corner(at, index, isTall), corner(at, (index + 1) % 6, isTall)];
    add(`M${from.map(one).join(" ")}L${to.map(one).join(" ")}`, cellsOf(view).get(`${cell.row + down},${cell.column + right}`));
  });
}

function boxOf(isTall: boolean): Box {
  const long = LAST_COLUMN * 1.5 * SIDE + 2 * SIDE;
  const short = (LAST_ROW + 2) * HALF_HEIGHT;
  if (isTall) return { x: -HALF_HEIGHT - 4, y: -SIDE - 4, width: short + 8, height: long + 8 + RIM };
  return { x: -SIDE - 6, y: -HALF_HEIGHT - 4, width: long + 12, height: short + 8 + RIM };
}

function nameAt(river: { text: string; cells: number[][] }, isTall: boolean): { text: string; x: number; y: number } {
  const [row, column] = river.cells[1]!;
  const [x, y] = middle({ row: row!, column: column! }, isTall);
  return { text: river.text, x, y };
}

/** The region that these players do without, with its name in the middle of it. */
function closedNameOf(view: BabyloniaView, isTall: boolean): Ground["closedName"] {
  const cells = view.cells.filter((cell) => cell.holds === "closed");
  if (!cells.length) return null;
  const points = cells.map((cell) => middle(cell, isTall));
  const mean = (index: 0 | 1): number => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const text = cells[0]!.region.toUpperCase();
  const aside = isTall && text === "NORTH" ? NORTH_ASIDE : 0;
  return { text, reason: `not used by ${WORDS[view.seats]} players`, x: mean(0) - aside, y: mean(1) };
}
