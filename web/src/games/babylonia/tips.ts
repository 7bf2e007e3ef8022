/** What things are, in words of the rules, for tooltips. */

import type { BoardModel } from "../../lib/board.svelte";
import { capital, type Place, type Tip } from "../game";
import { asBabylonia, type BabyloniaView, type CardView, cellsOf, type CellView, isRiver, nearPlayer, standingOf } from "./view";
import { cityName, counted, plainPart, standingWords, tokenWords, who } from "./words";

const KIND_TIPS: Record<string, string> = {
  merchant: "A noble. Brings 2 points at every scored city that shows merchants and that your chain reaches.",
  servant: "A noble. Brings 2 points at every scored city that shows servants and that your chain reaches.",
  priest: "A noble. Brings 2 points at every scored city that shows priests and that your chain reaches.",
  farmer: "Three or more farmers may be placed in one turn, on land. A farmer next to a token of yours may go on a field and scores it.",
};

export function tip(place: Place, table: BoardModel): Tip | null {
  const [what, name] = place.split(":") as [string, string];
  const view = asBabylonia(table.view);
  if (what === "stand") return kindTip(name, view);
  if (what === "card") return cardTip(Number(name), view, table);
  if (what === "cell") return cellTip(cellsOf(view).get(name), view, table);
  return what === "player" ? playerTip(Number(name), view, table) : null;
}

function kindTip(kind: string, view: BabyloniaView): Tip {
  const held = nearPlayer(view).out_of_sight[kind as "farmer"];
  return { title: capital(kind), lines: [[plainPart(KIND_TIPS[kind] ?? "")]], now: [plainPart(`${counted(held, "more", "more")} of yours in the pool.`)], clause: kind === "farmer" ? "BN-3.2" : "BN-4.3" };
}

function cardTip(number: number, view: BabyloniaView, table: BoardModel): Tip | null {
  const owner = view.players.find((player) => player.cards.some((card) => card.card === number));
  const card: CardView | undefined = owner?.cards.find((held) => held.card === number) ?? view.display.find((shown) => shown.card === number);
  if (!card) return null;
  const where = owner ? (owner.seat === table.mySeat ? "You have it." : `${who(table, owner.seat)} has it.`) : "On display: the winner of a ziggurat may take it.";
  return { title: `${card.card} ${capital(card.name)}`, lines: [[plainPart(card.text)], [plainPart(`${card.lasts ? "Lasting" : "Once"}. ${where}`)]], clause: `BN-8.${card.card}` };
}

function cellTip(cell: CellView | undefined, view: BabyloniaView, table: BoardModel): Tip | null {
  if (!cell) return null;
  const standing = standingOf(view, cell.cell);
  if (standing) {
    const title = standing.holds === "city" ? capital(cityName(standing.tile ?? "")) : "Ziggurat";
    const rule = standing.holds === "city" ? "Scored when every land cell around it holds a token, no matter whose." : "A token placed next to it brings a point for every ziggurat you touch. Surrounded, the most tokens choose a card.";
    return { title: `${title} at ${cell.cell}`, lines: [[plainPart(rule)]], now: [plainPart(`${capital(standingWords(table, standing))}.`)], clause: standing.holds === "city" ? "BN-4.1" : "BN-3.7" };
  }
  if (cell.holds === "field") {
    const lines = [[plainPart("A farmer may go here once a token of yours is next to it. The field is scored at once.")]];
    return { title: `Field at ${cell.cell}`, lines, now: [plainPart(`Worth ${cell.worth} now${cell.tile === "city" ? ", one for each city taken by anybody" : ""}.`)], clause: "BN-3.8" };
  }
  if (cell.holds === "token") return { title: capital(tokenWords(table, cell)), lines: [[plainPart(placedText(cell))]], clause: isRiver(cell) ? "BN-4.4" : "BN-4.3" };
  return null;
}

/** What a token does where it lies. */
function placedText(cell: CellView): string {
  if (isRiver(cell)) return "Face down: it connects and counts for the most tokens, but is not a noble.";
  if (cell.kind === "farmer") return "It connects, and counts for the most tokens next to a city or ziggurat.";
  return `It connects, and brings its owner 2 points at every scored city that shows ${cell.kind}s and that the chain reaches.`;
}

function playerTip(seat: number, view: BabyloniaView, table: BoardModel): Tip | null {
  const player = view.players[seat];
  if (!player) return null;
  const lines = [`${counted(player.cities.length, "city", "cities")} taken, touches ${counted(player.ziggurats, "ziggurat")}.`, `${player.stand_size} on the stand, ${player.pool_size} in the pool.`];
  return { title: table.seatName(seat), lines: lines.map((line) => [plainPart(line)]), clause: "BN-9.1" };
}
