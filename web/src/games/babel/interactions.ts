/** How the things on Babel's board translate to actions: touching, explaining, looking, keys. No rules live here. */

import { type BoardModel, isSameAction } from "../../lib/board.svelte";
import type { ActionForm, ActionInfo } from "../../lib/protocol";
import { type Attempt, capital, type KeyHelp, type Link, type Part, type Peek, type Place, type View } from "../game";
import { asBabel, type BabelView, countWords, far, type Nation, NATIONS, near, runsOf, siteOf, whoseWords } from "./view";

const split = (place: Place): [string, string] => place.split(":") as [string, string];
const act = (verb: string, args: Record<string, string | number> = {}): ActionForm => ({ verb, args });
const isNation = (word: string | undefined): word is Nation => NATIONS.includes(word as Nation);

// ---- legal actions ----------------------------------------------------------------------------------------------

/** What one touches to take an action. */
export function links(action: ActionInfo, data: View): Link[] {
  const view = asBabel(data);
  const here = near(view).pawn;
  const { nation, site, from, to } = action.args;
  switch (action.verb) {
    case "move":
      return moveLinks(String(site), here);
    case "deploy":
      return [{ source: `hand:${nation}`, target: `mine:${here}`, label: "Deploy" }];
    case "build":
      return [{ source: stackOf(from), target: `mine:${site}`, label: `Build ${raised(view, String(site), 1)}` }];
    case "migrate":
      return [{ source: `mine:${from}`, target: `mine:${to}`, label: "Migrate" }];
    case "discard":
      return [{ source: `hand:${nation}`, target: "discards", label: "Discard" }];
    default:
      return action.group === "ability" ? abilityLinks(action, here, view) : [];
  }
}

function moveLinks(site: string, here: string): Link[] {
  const pawn = here === "quarry" ? "quarry" : `site:${here}`;
  const target = `site:${site}`;
  return [`hand:${site}`, pawn].map((source) => ({ source, target, label: "Move here" }));
}

const STACKS: Record<string, Place> = { "own stack": "stack:mine", "opposing stack": "stack:theirs" };
const stackOf = (from: string | number | undefined): Place => STACKS[String(from)] ?? "start";

/** What becomes of the level of my temple: “1 to 2”. */
function raised(view: BabelView, site: string, levels: number): string {
  const { level } = siteOf(near(view), site as Nation);
  return `${level} to ${level + levels}`;
}

/** What an ability against the other side does, in two or three words. */
function abilityLabel({ verb, args }: ActionInfo, here: string, view: BabelView): string {
  const { level, row } = siteOf(far(view), here as Nation);
  const nation = String(verb === "desertion" ? args["nation"] : (row.at(-1) ?? ""));
  const cards = `${row.filter((card) => card === nation).length} ${capital(nation)}`;
  const labels: Record<string, string> = {
    "destroy temple": `Destroy ${level} to 0`,
    "steal level": `Steal level ${level}`,
    "change camps": `Take ${cards}`,
    desertion: `Drive away ${cards}`,
  };
  return labels[verb] ?? capital(verb);
}

function abilityLinks(action: ActionInfo, here: string, view: BabelView): Link[] {
  const source = `mine:${here}`;
  const hand = far(view).hand_size;
  if (action.verb === "halve hand") return [{ source, target: "hand:them", label: `Hand ${hand} to ${hand - Math.floor(hand / 2)}` }];
  if (action.verb !== "skip level") return [{ source, target: `theirs:${here}`, label: abilityLabel(action, here, view) }];
  const stack = stackOf(action.args["from"]);
  const label = `Skip ${raised(view, here, 2)}`;
  return [
    { source, target: stack, label },
    { source: stack, target: source, label },
  ];
}

// ---- tries ------------------------------------------------------------------------------------------------------

/** Which action a touch meant that is not legal; null where it means nothing. */
export function attempt(source: Place, target: Place | null, data: View): Attempt | null {
  const view = asBabel(data);
  const [kind, what] = split(source);
  if (target === null) return attemptAlone(kind, what, view);
  if (kind === "hand" && isNation(what)) return attemptCard(what, target, view);
  if (kind === "stack" || kind === "start") return attemptBuild(source, target);
  if (kind === "mine") return attemptRow(what as Nation, target, view);
  if (kind === "site" || kind === "quarry") return attemptPawn(target);
  return null;
}

function attemptAlone(kind: string, what: string, view: BabelView): Attempt | null {
  const me = near(view);
  const here = me.pawn === "quarry" ? NATIONS[0]! : me.pawn;
  if (kind === "hand" && isNation(what)) return { action: act(view.to_discard ? "discard" : "deploy", { nation: what }) };
  if (kind === "stack" || kind === "start") return attemptBuild(`${kind}:${what}`, `mine:${here}`);
  if (kind === "site" && what !== me.pawn) return { action: act("move", { site: what }) };
  const isMineNow = view.turn_of === view.seat && siteOf(me, (what as Nation) ?? here)?.row.length > 0;
  return kind === "mine" && isMineNow ? { action: act("migrate", { from: what, to: otherThan(what) }) } : null;
}

function attemptCard(nation: Nation, target: Place, view: BabelView): Attempt | null {
  const [kind, site] = split(target);
  const here = near(view).pawn;
  if (kind === "discards") return { action: act("discard", { nation }) };
  if (kind === "site" && site === nation) return { action: act("move", { site: nation }) };
  if (kind === "site") {
    return { reason: `To move to ${capital(site)} you discard a ${capital(site)} card.`, clause: "BB-3.1" };
  }
  if (kind === "mine" && (site === here || here === "quarry")) return { action: act("deploy", { nation }) };
  if (kind === "mine") {
    return { reason: `Your pawn stands at ${capital(here)}, and cards are deployed only there.`, clause: "BB-4.2" };
  }
  return null;
}

function attemptBuild(source: Place, target: Place): Attempt | null {
  const [kind, site] = split(target);
  if (kind !== "mine") return null;
  const from = { "stack:mine": "own stack", "stack:theirs": "opposing stack" }[source] ?? "starting card";
  return { action: act("build", { site, from }) };
}

function attemptRow(site: Nation, target: Place, view: BabelView): Attempt | null {
  const [kind, what] = split(target);
  const nation = longestRun(siteOf(near(view), site).row);
  if (kind === "mine") return { action: act("migrate", { from: site, to: what }) };
  if (target === "hand:them") return { action: act("halve hand", { nation, group: 1 }) };
  if (kind === "stack") return { action: act("skip level", { from: what === "mine" ? "own stack" : "opposing stack", group: 1 }) };
  if (kind !== "theirs") return null;
  if (site !== near(view).pawn) {
    return { reason: `A group pays only where your pawn stands.`, clause: "BB-7.1" };
  }
  return { action: abilityOf(nation, what as Nation, view) };
}

function abilityOf(nation: Nation, site: Nation, view: BabelView): ActionForm {
  const driven = siteOf(far(view), site).row.at(-1) ?? "assyrians";
  const actions: Record<Nation, ActionForm> = {
    assyrians: act("destroy temple", { group: 1 }),
    hittites: act("steal level", { group: 1 }),
    medes: act("desertion", { nation: driven, group: 1 }),
    persians: act("skip level", { from: "own stack", group: 1 }),
    sumerians: act("change camps", { group: 1 }),
  };
  return actions[nation];
}

function attemptPawn(target: Place): Attempt | null {
  const [kind, site] = split(target);
  return kind === "site" && isNation(site) ? { action: act("move", { site }) } : null;
}

const otherThan = (site: string): Nation => NATIONS.find((nation) => nation !== site)!;

function longestRun(row: Nation[]): Nation {
  const runs = runsOf(row).sort((one, other) => other.count - one.count);
  return runs[0]?.nation ?? "assyrians";
}

// ---- words about places -----------------------------------------------------------------------------------------

export function placeWords(place: Place, data: View): string {
  const [kind, what] = split(place);
  const name = what ? capital(what) : "";
  const here = near(asBabel(data)).pawn;
  const words: Record<string, string> = {
    hand: what === "them" ? "their hand" : name,
    site: what === here ? "Your pawn" : name,
    mine: `Your row at ${name}`,
    theirs: `their side at ${name}`,
    stack: what === "mine" ? "Top of your stack" : "Top of their stack",
    start: "Your starting card",
    quarry: "Your pawn",
    discards: "the discards",
  };
  return words[kind] ?? place;
}

/** Facts about a thing that has nothing to offer just now. */
export function peek(place: Place, table: BoardModel): Peek | null {
  const view = asBabel(table.view);
  const [kind, what] = split(place);
  if (kind === "mine" || kind === "theirs") return peekSide(kind, what as Nation, table);
  if (kind === "discards") return { title: "Discards", lines: NATIONS.map((nation) => counted(nation, view.discards[nation])) };
  if (kind === "stack") return peekStack(what, table);
  if (kind === "quarry") return peekQuarry(view);
  if (kind === "deck") return { title: "Nation deck", lines: [[{ text: `${countWords(view.deck, "card")}, face down.` }]] };
  return place === "hand:them" ? peekHand(view) : null;
}

const counted = (nation: Nation, count: number): Part[] => [{ text: capital(nation), emblem: `n-${nation}` }, { text: ` ${count}` }];

function peekSide(kind: string, site: Nation, table: BoardModel): Peek {
  const view = asBabel(table.view);
  const { row, temple, level } = siteOf(kind === "mine" ? near(view) : far(view), site);
  const runs = runsOf(row).flatMap((run): Part[] => [
    { text: `${capital(run.nation)}${run.count > 1 ? ` ×${run.count}` : ""}`, emblem: `n-${run.nation}` },
    { text: " " },
  ]);
  const levels = temple.length ? `Temple level ${level}: cards ${temple.join(", ")}.` : "No temple.";
  const cards: Part[] = row.length ? [{ text: "Row, oldest first: " }, ...runs] : [{ text: "No cards in the row." }];
  return { title: `${capital(site)}, ${whoseWords(kind, table)} side`, lines: [[{ text: levels }], cards] };
}

function peekStack(what: string, table: BoardModel): Peek {
  const view = asBabel(table.view);
  const { stack } = what === "mine" ? near(view) : far(view);
  const levels = [...stack].reverse().join(", ");
  const line = stack.length ? `From the top: ${levels}.` : "Empty.";
  return { title: `${capital(whoseWords(what, table))} stack`, lines: [[{ text: line }]] };
}

function peekQuarry(view: BabelView): Peek {
  const known = view.quarry.known_top;
  const next = known.length ? [[{ text: `Destroyed temples come first: ${known.join(", ")}.` }]] : [];
  return { title: "Quarry", lines: [[{ text: `${countWords(view.quarry.cards, "temple card")} left.` }], ...next] };
}

function peekHand(view: BabelView): Peek {
  const { hand, unseen, hand_size } = far(view);
  const known = NATIONS.filter((nation) => hand[nation]).map((nation) => counted(nation, hand[nation]));
  const rest = unseen ? [[{ text: `${countWords(unseen, "card")} you cannot know.` }]] : [];
  return { title: `Their hand: ${countWords(hand_size, "card")}`, lines: [...known, ...rest] };
}

// ---- advice -----------------------------------------------------------------------------------------------------

export function advice(table: BoardModel): string {
  const view = asBabel(table.view);
  if (table.outcome) return "The game is over.";
  if (!table.isMyTurn) return `${table.seatName(table.actors[0] ?? view.turn_of)} is to act.`;
  if (view.to_discard) return `Your hand is halved: discard ${countWords(view.to_discard, "more card")}.`;
  const me = near(view);
  if (me.starting_card && me.pawn === "quarry") return "Choose a card to move your pawn out of the quarry.";
  if (me.starting_card && siteOf(me, me.pawn as Nation).row.length) return "Choose your starting card, then your side where your pawn stands.";
  if (me.starting_card) return "Deploy a card where your pawn stands, then build your starting card.";
  return "Choose a card, a stack or a row, then where it goes.";
}

export function leftUndone(actions: ActionInfo[]): string | null {
  const build = actions.find((action) => action.group === "build");
  return build ? `You can still build at ${capital(String(build.args.site))}.` : null;
}

// ---- keys -------------------------------------------------------------------------------------------------------

export const keys: KeyHelp[] = [
  { keys: "A H M P S", meaning: "choose a card of that nation" },
  { keys: "1 – 5", meaning: "site: bring the chosen thing there, or go there" },
  { keys: "D", meaning: "deploy, or discard, the chosen card" },
  { keys: "B", meaning: "build from your stack, or your starting card" },
  { keys: "Shift B", meaning: "build from their stack" },
  { keys: "V", meaning: "migrate: then the site from, the site to" },
  { keys: "F", meaning: "use an ability here: a list to choose from" },
];

let isMigrating = false; // V was pressed: the next digit says from where

/** A key of the game; whether it was one. */
export function press(event: KeyboardEvent, table: BoardModel): boolean {
  const key = event.key.toLowerCase();
  const nation = NATIONS.find((name) => name.startsWith(key));
  const digit = /^[1-5]$/.test(key) ? NATIONS[Number(key) - 1] : undefined;
  if (nation) table.touch(`hand:${nation}`);
  else if (digit) pressSite(digit, table);
  else if (key === "d") pressDeploy(table);
  else if (key === "b") pressBuild(event.shiftKey, table);
  else if (key === "v") table.letGo();
  else if (key === "f") pressAbility(table);
  else return false;
  isMigrating = key === "v";
  return true;
}

function pressSite(site: Nation, table: BoardModel): void {
  const kind = table.selection?.split(":")[0];
  if (isMigrating) table.touch(`mine:${site}`);
  else if (kind === "mine" || kind === "stack" || kind === "start") table.touch(`mine:${site}`);
  else if (table.selection) table.touch(`site:${site}`);
  else focusPlace(`site:${site}`);
}

function pressDeploy(table: BoardModel): void {
  const [kind, nation] = split(table.selection ?? "");
  if (kind !== "hand") {
    table.showRefusal({ place: null, title: "No card chosen", reason: "Choose a card first: A, H, M, P or S.", clause: null });
    return;
  }
  const verb = asBabel(table.view).to_discard ? "discard" : "deploy";
  table.tryAction(act(verb, { nation }), table.selection);
}

function pressBuild(isTheirs: boolean, table: BoardModel): void {
  const me = near(asBabel(table.view));
  const here = me.pawn === "quarry" ? NATIONS[0]! : me.pawn;
  const from = isTheirs ? "opposing stack" : me.starting_card ? "starting card" : "own stack";
  const place = isTheirs ? "stack:theirs" : me.starting_card ? "start" : "stack:mine";
  const build = act("build", { site: here, from });
  const skips = table.actions.filter((action) => action.verb === "skip level" && action.args.from === from);
  const canBuild = table.actions.some((action) => isSameAction(action, build));
  if (skips.length && !canBuild) table.offer(place, skips);
  else table.tryAction(build, place);
}

function pressAbility(table: BoardModel): void {
  const view = asBabel(table.view);
  const here = near(view).pawn;
  const abilities = table.actions.filter((action) => action.group === "ability");
  if (abilities.length) table.offer(`mine:${here}`, abilities);
  else if (here === "quarry") table.tryAction(act("destroy temple", { group: 1 }));
  else table.bring(`mine:${here}`, `theirs:${here}`);
}

function focusPlace(place: Place): void {
  document.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus();
}
