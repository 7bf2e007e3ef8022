/** What an action of Babel moves on the table, and which places it touched. */

import type { Motion } from "../../lib/motion";
import type { LogLine } from "../../lib/protocol";
import type { Sound } from "../../lib/sound";
import type { Effect, Place, View } from "../game";
import { asBabel, type BabelView, type Nation, NATIONS } from "./view";

const SVG = "http://www.w3.org/2000/svg";
const at = (place: Place): string => `[data-place="${place}"]`;

function symbol(id: string, width: number, height: number): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${id}`);
  svg.append(use);
  return svg;
}

function brick(nation: string): Element {
  const element = document.createElement("div");
  element.className = "brick top ghost-brick";
  element.dataset["nation"] = nation;
  element.append(symbol(`n-${nation}`, 18, 18), nation.charAt(0).toUpperCase());
  return element;
}

function tablet(level: number | string): Element {
  const element = document.createElement("div");
  element.className = "tablet";
  element.textContent = String(level);
  return element;
}

const back = (): Element => symbol("back-nation", 30, 42);

function pawn(side: string): Element {
  const svg = symbol("pawn", 36, 50);
  svg.classList.add(`side-${side}`);
  return svg;
}

/** The names of the two sides as seen from the near seat, for the seat that acts. */
interface Side {
  own: string;
  other: string;
  hand: (nation: string) => Place;
  letter: string;
}

function sideOf(seat: number, view: BabelView): Side {
  const isNear = seat === Math.max(view.seat, 0);
  return {
    own: isNear ? "mine" : "theirs",
    other: isNear ? "theirs" : "mine",
    hand: (nation) => (isNear && view.seat >= 0 ? `hand:${nation}` : isNear ? "hand:me" : "hand:them"),
    letter: seat === 0 ? "a" : "b",
  };
}

/** What one action of the log moves. */
export function effect(lines: LogLine[], before: View, after: View): Effect {
  const [line] = lines;
  const view = asBabel(after);
  if (!line || line.seat === null || !view.players) return { motions: [], sound: null };
  const here = view.players[line.seat]!.pawn;
  const side = sideOf(line.seat, view);
  return line.actor < 0 ? drawEffect(line, side) : actionEffect(line, side, here, asBabel(before));
}

function drawEffect({ verb, args }: LogLine, side: Side): Effect {
  if (verb !== "draw" && verb !== "draw level") return { motions: [], sound: null };
  const motion: Motion =
    verb === "draw level"
      ? { from: at("quarry"), to: `${at(`stack:${side.own}`)} .tcard`, ghost: () => tablet(Number(args.level)) }
      : { from: at("deck"), to: at(side.hand(String(args.nation ?? ""))), ghost: back };
  return { motions: [motion], sound: "draw" };
}

function actionEffect({ verb, args }: LogLine, side: Side, here: string, before: BabelView): Effect {
  const own = (part: string): string => `${at(`${side.own}:${here}`)} ${part}`;
  const other = (part: string): string => `${at(`${side.other}:${here}`)} ${part}`;
  const one = (motion: Motion, sound: Sound): Effect => ({ motions: [motion], sound });
  const nation = String(args.nation ?? "");
  switch (verb) {
    case "move":
      return moveEffect(String(args.site), side);
    case "deploy":
      return one({ from: at(side.hand(nation)), to: own(".brick.top"), ghost: () => brick(nation) }, "card");
    case "discard":
      return one({ from: at(side.hand(nation)), to: at("discards"), ghost: () => brick(nation) }, "card");
    case "build":
    case "skip level":
      return buildEffect(args, side, here, before);
    case "migrate":
      return migrateEffect(String(args.from), String(args.to), side, before);
    case "destroy temple":
      return one({ from: other(".plaque"), to: at("quarry"), ghost: () => tablet("–") }, "destroy");
    case "steal level":
      return one({ from: other(".plaque"), to: own(".plaque"), ghost: () => tablet("↓") }, "build");
    case "desertion":
      return one({ from: other(".bricks"), to: at("discards"), ghost: () => brick(nation) }, "card");
    case "change camps":
      return one({ from: other(".brick.top"), to: own(".brick.top"), ghost: () => topBrick(side, here, before) }, "card");
    default:
      return { motions: [], sound: null };
  }
}

function moveEffect(site: string, side: Side): Effect {
  const figure = `[data-pawn="${side.own}"]`;
  const motions: Motion[] = [
    { from: figure, to: figure, ghost: () => pawn(side.letter) },
    { from: at(side.hand(site)), to: at("discards"), ghost: () => brick(site) },
  ];
  return { motions, sound: "move" };
}

function buildEffect({ site, from: source }: LogLine["args"], side: Side, here: string, before: BabelView): Effect {
  const goal = site ?? here;
  const stack = source === "opposing stack" ? side.other : side.own;
  const isStart = source === "starting card";
  const seat = before.players.findIndex((player) => sideOf(player.seat, before).own === stack);
  const level = isStart ? 1 : (before.players[seat]?.stack.at(-1) ?? "");
  const from = isStart ? `[data-place="start"], [data-start="${side.own}"]` : `${at(`stack:${stack}`)} .tcard`;
  const to = `${at(`${side.own}:${goal}`)} .plaque`;
  return { motions: [{ from, to, ghost: () => tablet(level) }], sound: "build" };
}

function migrateEffect(source: string, target: string, side: Side, before: BabelView): Effect {
  const seat = before.players.findIndex((player) => sideOf(player.seat, before).own === side.own);
  const row = before.players[seat]?.sites[NATIONS.indexOf(source as Nation)]?.row ?? [];
  const group = (): Element => {
    const element = document.createElement("div");
    element.append(...row.slice(-3).map(brick));
    return element;
  };
  const motion: Motion = {
    from: `${at(`${side.own}:${source}`)} .brick.top`,
    to: `${at(`${side.own}:${target}`)} .brick.top`,
    ghost: group,
  };
  return { motions: [motion], sound: "card" };
}

function topBrick(side: Side, here: string, before: BabelView): Element {
  const player = before.players.find((candidate) => sideOf(candidate.seat, before).own === side.other);
  const row = player?.sites[NATIONS.indexOf(here as Nation)]?.row ?? [];
  return brick(row.at(-1) ?? "medes");
}

/** Rings for what changed between two positions: newest bricks, plaques, pawns, stacks. */
export function touched(before: View, after: View, seat: number): Place[] {
  const [old, now] = [asBabel(before), asBabel(after)];
  if (!old.players || !now.players) return [];
  const places: Place[] = [];
  for (const player of now.players) {
    const was = old.players[player.seat]!;
    const side = sideOf(player.seat, now).own;
    player.sites.forEach((site, index) => {
      const earlier = was.sites[index]!;
      if (String(site.row) !== String(earlier.row)) places.push(`row:${side}:${site.site}`);
      if (String(site.temple) !== String(earlier.temple)) places.push(`temple:${side}:${site.site}`);
    });
    if (player.pawn !== was.pawn && player.seat === seat) places.push(`pawn:${side}`);
  }
  return places;
}
