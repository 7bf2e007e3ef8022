/** Sentences about the table as it stands: what to do, what is sealed. */

import type { BoardModel } from "../../lib/board.svelte";
import type { ActionForm } from "../../lib/protocol";
import { cardOf, isLeader, projectOf } from "./catalogue";
import { choosingAt } from "./choosing.svelte";
import { asWonders, coinsOf, counted, isFree, listed, type Plan, type WondersView } from "./view";

const LEADER_PHASES = ["draft_leaders", "recruit", "hire", "copy", "entomb"]; // in which leaders are chosen from

/** What to do now, or whom the table waits for. */
export function adviceOf(table: BoardModel): string {
  if (table.outcome) return "The game is over.";
  const view = asWonders(table.view);
  if (table.isMyTurn) return askedFor(table, view);
  const names = table.actors.map((seat) => table.seatName(seat));
  if (!names.length) return "";
  const who = names.length > 1 ? `${listed(names)} are` : `${names[0]} is`;
  return `${who} still choosing.`;
}

function askedFor(table: BoardModel, view: WondersView): string {
  switch (view.phase) {
    case "draft_leaders":
      return "Keep one of the leaders; the others go to the right.";
    case "recruit":
      return "Choose one of your leaders, then what to do with it.";
    case "hire":
      return "You may recruit another leader, or nobody.";
    case "copy":
      return "Choose the leader whose effect the Courtesans Guild copies.";
    case "entomb":
      return "Choose the leader to entomb.";
    case "draft":
      return "Keep one of the tiles; the others go to the right.";
    case "salvage":
      return "Choose a discarded card to build for free, or none.";
    case "settle":
      return `You lose ${counted(view.cities[table.near]?.owes ?? 0, "coin")}. Each coin that you do not pay becomes a debt, which costs a point.`;
    case "penalty":
      return `${view.project ? projectOf(view.project.name).title : "The project"} failed. Choose what you lose.`;
    case "seventh":
      return "You may play the last card of your hand too, or leave it.";
    default:
      if (view.deciding !== null && isFree(view, view.deciding)) return "Choose a card for the Free City. It must build if it can.";
      return table.hint ? "The hint is marked with dots." : "Choose a card of your hand, then what to do with it.";
  }
}

const WAYS: Record<string, string> = { pay: "pay for it", chain: "build it by chain", power: "build it for free", token: "build it by token" };

/** One step of a choice, as a hint names it. */
export function actionText({ verb, args = {} }: ActionForm): string {
  const named = args.card ?? args.leader;
  const card = typeof named === "string" ? cardOf(named).title : "";
  switch (verb) {
    case "build":
    case "recruit":
    case "copy":
    case "entomb":
    case "discard":
    case "lose":
      return `${verb} ${card}`;
    case "stage":
      return `build a stage with ${card}`;
    case "tower":
      return `lay a tile of the tower with ${card}`;
    case "tile":
      return `lay tile ${args.tile}`;
    case "salvage":
      return `build ${card} from the discards`;
    case "keep leader":
      return `keep ${card}`;
    case "bank":
      return Number(args.units) ? "buy a resource from the bank" : "buy nothing from the bank";
    case "settle":
      return `pay ${counted(Number(args.coins), "coin")} of the loss`;
    case "salvage nothing":
      return "build nothing from the discards";
    case "leave":
      return "leave the last card";
    case "pay":
      return `pay ${counted(Number(args.left), "coin")} to the left, ${args.right} to the right`;
    case "way":
      return WAYS[args.way ?? ""] ?? verb;
    case "project":
      return args.part === "stay out" ? "stay out of the project" : args.part === "join" ? "join the project" : "join the project by token";
    default:
      return [verb, ...Object.entries(args).map(([name, value]) => (name === "card" ? card : value))].join(" ");
  }
}

/** What is decided for my own city while I choose for the Free City. */
export function ownWords(table: BoardModel): string {
  const view = asWonders(table.view);
  const plan = view.cities[table.near]?.plan;
  return plan ? planWords(view, plan, false) : "";
}

/** What I have sealed, in a sentence. */
export function sealedWords(table: BoardModel): string {
  const view = asWonders(table.view);
  const plans = view.cities.flatMap((city) => (city.plan?.is_sealed ? [{ city, plan: city.plan }] : []));
  return plans.map(({ city, plan }) => planWords(view, plan, isFree(view, city.number), city.owes)).join(" ");
}

/** “Pay 2 coins, take 1 debt”, of coins that are lost. */
export function settledWords(paid: number, owes: number): string {
  const debts = owes - paid;
  if (!debts) return `Pay ${counted(paid, "coin")}`;
  return paid ? `Pay ${counted(paid, "coin")}, take ${counted(debts, "debt")}` : `Take ${counted(debts, "debt")}`;
}

function planWords(view: WondersView, plan: Plan, isFreeCity: boolean, owes = 0): string {
  const who = isFreeCity ? "The Free City" : "You";
  const s = isFreeCity ? "s" : "";
  const title = cardOf(plan.card).title;
  const coins = plan.bank + plan.left + plan.right;
  const paid = coins ? ` for ${counted(coins, "coin")}` : "";
  if (view.phase === "draft") return `You keep tile ${plan.tile}.`;
  if (view.phase === "draft_leaders") return `You keep ${title}.`;
  if (plan.verb === "build" && isLeader(plan.card)) return `You recruit ${title}${paid}.`;
  if (plan.verb === "build") return `${who} build${s} ${title}${plan.way === "chain" ? " by chain" : ""}${plan.joins ? " and join the project" : ""}${paid}.`;
  if (plan.verb === "stage") return `${who} build${s} a stage with ${title}${paid}.`;
  if (plan.verb === "tower") return `You lay tile ${plan.tile} with ${title}.`;
  if (plan.verb === "settle") return `You: ${settledWords(plan.bank, owes).toLowerCase()}.`;
  if (plan.verb === "lose") return "You have chosen what to lose.";
  return `${who} ${plan.verb}${s} ${title}${paid}.`;
}

/** The words on the main button. */
export function sealWords(table: BoardModel): string {
  const choosing = choosingAt(table);
  if (!table.isMyTurn) return "Wait";
  const { chosen, deal, deals, view } = choosing;
  if (!chosen) return view.phase === "draft" ? "Choose a tile" : LEADER_PHASES.includes(view.phase) ? "Choose one" : "Choose a card";
  if (!deal) return "Choose a use";
  if (deals.length > 1 && !choosing.isPaying) return "How to pay";
  if (view.phase === "draft") return `Keep tile ${chosen.tile}`;
  if (view.phase === "draft_leaders") return "Keep"; // not who: names of leaders are longer than the button
  if (view.phase === "copy") return "Copy";
  if (view.phase === "entomb") return "Entomb";
  if (view.phase === "penalty") return "Lose it";
  const coins = coinsOf(deal);
  if (choosing.isFirstOfTwo) return "Next card";
  if (choosing.isForFreeCity) return "Seal both";
  return coins ? `Seal · ${counted(coins, "coin")}` : "Seal";
}
