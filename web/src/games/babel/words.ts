/** The actions of Babel in words. */

import type { ActionForm, ActionInfo, LogLine } from "../../lib/protocol";
import { capital, type Choice, type Part, type Place, plain, type Section, type View } from "../game";
import { asBabel, NATIONS, near } from "./view";

const tag = (nation: string): Part => ({ text: capital(nation), emblem: `n-${nation}` });
const text = (words: string): Part => ({ text: words });

type Args = Record<string, string | number>;

const byGroup = ({ group }: Args): Part[] => (group && group !== 1 ? [text(` by group ${group}`)] : []);
const named = (value: string | number | undefined): Part => tag(String(value));

const SOURCES: Record<string, string> = {
  "starting card": " with your starting card",
  "own stack": " from your stack",
  "opposing stack": " from their stack",
};

/** What each action does, as one may choose it. */
const WORDS: Record<string, (args: Args) => Part[]> = {
  move: ({ site }) => [text("move to "), named(site)],
  deploy: ({ nation }) => [text("deploy "), named(nation)],
  build: ({ site, from }) => [text("build at "), named(site), text(SOURCES[from!]!)],
  migrate: ({ from, to }) => [text("migrate three cards from "), named(from), text(" to "), named(to)],
  "destroy temple": (args) => [text("destroy their temple here, paying "), tag("assyrians"), ...byGroup(args)],
  "steal level": (args) => [text("steal their top level here, paying "), tag("hittites"), ...byGroup(args)],
  desertion: (args) => [
    text("drive away all "),
    named(args.nation),
    text(", paying "),
    tag("medes"),
    ...byGroup(args),
  ],
  "skip level": (args) => [
    text(`skip a level${SOURCES[args.from!]!}, paying `),
    tag("persians"),
    ...byGroup(args),
  ],
  "change camps": (args) => [text("change camps of their top nation here, paying "), tag("sumerians"), ...byGroup(args)],
  "halve hand": (args) => [text("halve their hand, paying "), named(args.nation), ...byGroup(args)],
  discard: ({ nation }) => [text("discard "), named(nation)],
  "end turn": () => [text("end the turn")],
};

export function actionWords(action: ActionForm): Part[] {
  return WORDS[action.verb]?.(action.args ?? {}) ?? [text(action.verb)];
}

const ABILITIES: Record<string, string> = { "destroy temple": "assyrians", "steal level": "hittites", desertion: "medes", "skip level": "persians", "change camps": "sumerians" };

/** What can be done with a thing, in two clauses at most: where several sites are possible, they are marked on the table. */
export function ways(actions: ActionInfo[], place: Place, view: View): string[] {
  const moves = actions.filter(({ verb }) => verb === "move");
  const isPawn = !place.startsWith("hand:");
  const others = actions.filter(({ verb, group }) => !["migrate", "move"].includes(verb) && group !== "ability").map((action) => wayOf(action, view));
  if (moves.length) others.push(isPawn ? moveWay(moves) : `discard it to move to ${capital(String(moves[0]!.args["site"]))}`);
  const migrations = actions.filter(({ verb }) => verb === "migrate");
  const paid = actions.filter(({ group }) => group === "ability").map(({ verb, args }) => capital(ABILITIES[verb] ?? String(args["nation"])));
  if (migrations.length) others.push(migrations.length > 1 ? "migrate its three newest cards to a marked site" : plain(actionWords(migrations[0]!)));
  if (paid.length) others.push(`use ${[...new Set(paid)].join(" or ")}`);
  return [...new Set(others)];
}

/** What can be done with one card or stack, which is “it”. */
function wayOf(action: ActionInfo, view: View): string {
  const { verb, args } = action;
  if (verb === "deploy") return `deploy it at ${capital(near(asBabel(view)).pawn)}`;
  if (verb === "build") return `build it at ${capital(String(args["site"]))}`;
  return verb === "discard" ? "discard it" : plain(actionWords(action));
}

/** Where the pawn can go: its sites are marked on the table when there are several. */
function moveWay(moves: ActionInfo[]): string {
  const site = moves.length > 1 ? "a marked site" : capital(String(moves[0]!.args["site"]));
  return `move to ${site}, discarding a card of its nation`;
}

/** A line of the log without its subject; nations carry their emblems. */
export function phrase(line: LogLine): Part[] {
  return line.predicate.split(NAMED_NATION).map((words) => (isNation(words) ? tag(words.toLowerCase()) : text(words)));
}

const NAMED_NATION = new RegExp(`\\b(${NATIONS.map(capital).join("|")})\\b`);
const isNation = (word: string): boolean => (NATIONS as readonly string[]).includes(word.toLowerCase());

/** Several draws in a row as one line. */
export function mergeDraws(lines: LogLine[]): Part[] {
  const [first, ...others] = lines;
  if (!others.length) return phrase(first!);
  const verb = first!.subject === "You" ? "draw " : "draws ";
  const known = lines.filter((line) => line.action !== null);
  if (known.length < lines.length) return [text(`${verb}${lines.length} nation cards`)];
  const parts = lines.map(({ args }): Part => (args.level ? { text: String(args.level), strong: true } : named(args.nation)));
  const what = parts[0]!.emblem ? "" : "temples ";
  return [text(`${verb}${what}`), ...parts.flatMap((part, index) => (index ? [text(" "), part] : [part]))];
}

// ---- the list of all actions ------------------------------------------------------------------------------------

/** An action for the list; the button shows only what differs from its heading. */
function choice(action: ActionInfo, short: (action: ActionInfo) => Part[]): Choice {
  return { action, words: capital(plain(actionWords(action))), short: short(action) };
}

const onlyNation = ({ args }: ActionInfo): Part[] => [named(args.nation ?? args.to ?? args.site)];
const allWords = (action: ActionInfo): Part[] => {
  const [first, ...rest] = actionWords(action);
  return [{ ...first!, text: capital(first!.text) }, ...rest];
};

/** All legal actions, in the order of the keyboard, grouped by kind. */
export function sections(actions: ActionInfo[], view: View): Section[] {
  const here = near(asBabel(view)).pawn;
  const of = (group: string): ActionInfo[] => actions.filter((action) => action.group === group);
  const row = (group: string, short: (action: ActionInfo) => Part[]): Section["rows"] => [
    { label: "", choices: of(group).map((action) => choice(action, short)) },
  ];
  const found: Section[] = [
    { heading: "Discard from your halved hand", rows: row("discard", onlyNation) },
    { heading: "Build", rows: row("build", allWords) },
    { heading: here === "quarry" ? "Deploy" : `Deploy at ${capital(here)}`, rows: row("deploy", onlyNation) },
    { heading: "Move, discarding the card", rows: row("move", onlyNation) },
    { heading: "Ability", rows: row("ability", allWords) },
    { heading: "Migrate the top three cards", rows: migrations(of("migrate")) },
    { heading: "Turn", rows: row("end turn", allWords) },
  ];
  return found.filter((section) => section.rows.some((line) => line.choices.length));
}

function migrations(actions: ActionInfo[]): Section["rows"] {
  const sources = new Set(actions.map((action) => String(action.args.from)));
  return [...sources].map((source) => ({
    label: `${capital(source)} →`,
    choices: actions
      .filter((action) => action.args.from === source)
      .map((action) => choice(action, onlyNation)),
  }));
}
