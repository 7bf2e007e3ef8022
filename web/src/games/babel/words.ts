/** The actions of Babel in words. */

import type { ActionInfo } from "../../lib/protocol";
import { capital, type Choice, type Part, plain, type Section, type View } from "../game";
import { asBabel, near } from "./view";

const tag = (nation: string): Part => ({ text: capital(nation), nation });
const text = (words: string): Part => ({ text: words });

interface Pattern {
  form: RegExp;
  me: (found: string[]) => Part[];
  other: (found: string[]) => Part[];
}

const byGroup = (group: string | undefined): Part[] => (group ? [text(` by group ${group}`)] : []);

const PATTERNS: Pattern[] = [
  {
    form: /^move (\w+)$/,
    me: ([site]) => [text("move to "), tag(site!)],
    other: ([site]) => [text("moves to "), tag(site!)],
  },
  {
    form: /^deploy (\w+)$/,
    me: ([nation]) => [text("deploy "), tag(nation!)],
    other: ([nation]) => [text("deploys "), tag(nation!)],
  },
  {
    form: /^build (\w+) from starting card$/,
    me: ([site]) => [text("build the starting card at "), tag(site!)],
    other: ([site]) => [text("builds the starting card at "), tag(site!)],
  },
  {
    form: /^build (\w+) from own stack$/,
    me: ([site]) => [text("build at "), tag(site!), text(" from your stack")],
    other: ([site]) => [text("builds at "), tag(site!), text(" from the own stack")],
  },
  {
    form: /^build (\w+) from opposing stack$/,
    me: ([site]) => [text("build at "), tag(site!), text(" from their stack")],
    other: ([site]) => [text("builds at "), tag(site!), text(" from the opposing stack")],
  },
  {
    form: /^migrate (\w+) to (\w+)$/,
    me: ([from, to]) => [text("migrate three cards from "), tag(from!), text(" to "), tag(to!)],
    other: ([from, to]) => [text("migrates three cards from "), tag(from!), text(" to "), tag(to!)],
  },
  {
    form: /^destroy temple(?: by group (\d))?$/,
    me: ([group]) => [text("destroy their temple here, paying "), tag("assyrians"), ...byGroup(group)],
    other: ([group]) => [text("destroys the temple, paying "), tag("assyrians"), ...byGroup(group)],
  },
  {
    form: /^steal level(?: by group (\d))?$/,
    me: ([group]) => [text("steal their top level here, paying "), tag("hittites"), ...byGroup(group)],
    other: ([group]) => [text("steals the top level, paying "), tag("hittites"), ...byGroup(group)],
  },
  {
    form: /^desertion of (\w+)(?: by group (\d))?$/,
    me: ([nation, group]) => [text("drive away all "), tag(nation!), text(", paying "), tag("medes"), ...byGroup(group)],
    other: ([nation, group]) => [
      text("drives away all "),
      tag(nation!),
      text(", paying "),
      tag("medes"),
      ...byGroup(group),
    ],
  },
  {
    form: /^skip level from (own|opposing) stack(?: by group (\d))?$/,
    me: ([stack, group]) => [
      text(`skip a level with the top of ${stack === "own" ? "your" : "their"} stack, paying `),
      tag("persians"),
      ...byGroup(group),
    ],
    other: ([stack, group]) => [
      text(`skips a level with the top of the ${stack} stack, paying `),
      tag("persians"),
      ...byGroup(group),
    ],
  },
  {
    form: /^change camps(?: by group (\d))?$/,
    me: ([group]) => [text("change camps of their top nation here, paying "), tag("sumerians"), ...byGroup(group)],
    other: ([group]) => [text("changes camps of the top nation, paying "), tag("sumerians"), ...byGroup(group)],
  },
  {
    form: /^halve hand with (\w+)(?: by group (\d))?$/,
    me: ([nation, group]) => [text("halve their hand, paying "), tag(nation!), ...byGroup(group)],
    other: ([nation, group]) => [text("halves the other hand, paying "), tag(nation!), ...byGroup(group)],
  },
  {
    form: /^discard (\w+)$/,
    me: ([nation]) => [text("discard "), tag(nation!)],
    other: ([nation]) => [text("discards "), tag(nation!)],
  },
  { form: /^end turn$/, me: () => [text("end the turn")], other: () => [text("ends the turn")] },
  { form: /^starts$/, me: () => [text("start")], other: () => [text("starts")] },
  {
    form: /^draws a nation card$/,
    me: () => [text("draw a nation card")],
    other: () => [text("draws a nation card")],
  },
  {
    form: /^draws level (\d)$/,
    me: ([level]) => [text("draw temple "), { text: level!, strong: true }],
    other: ([level]) => [text("draws temple "), { text: level!, strong: true }],
  },
  {
    form: /^draws (\w+)$/,
    me: ([nation]) => [text("draw "), tag(nation!)],
    other: ([nation]) => [text("draws "), tag(nation!)],
  },
];

/** A line of the log without its actor. */
export function phrase(line: string, isMe: boolean): Part[] {
  const words = line.replace(/^seat \d+:? /, "");
  for (const pattern of PATTERNS) {
    const found = pattern.form.exec(words);
    if (found) return (isMe ? pattern.me : pattern.other)(found.slice(1));
  }
  return [text(words)];
}

/** Several draws in a row as one line. */
export function mergeDraws(lines: string[], isMe: boolean): Part[] {
  if (lines.length === 1) return phrase(lines[0]!, isMe);
  const drawn = lines.map((line) => line.replace(/^seat \d+ draws /, ""));
  const verb = isMe ? "draw " : "draws ";
  if (drawn.every((thing) => thing === "a nation card")) return [text(`${verb}${drawn.length} nation cards`)];
  const parts = drawn.map((thing): Part => {
    const level = /^level (\d)$/.exec(thing);
    return level ? { text: level[1]!, strong: true } : tag(thing);
  });
  const what = parts[0]!.nation ? "" : "temples ";
  return [text(`${verb}${what}`), ...parts.flatMap((part, index) => (index ? [text(" "), part] : [part]))];
}

// ---- the list of all actions ------------------------------------------------------------------------------------

/** An action for the list; the button shows only what differs from its heading. */
function choice(action: ActionInfo, short: (words: string) => Part[]): Choice {
  const words = capital(plain(phrase(action.name, true)));
  return { action, words, short: short(action.name) };
}

const lastNation = (name: string): Part[] => [tag(name.split(" ").at(-1)!)];
const allWords = (name: string): Part[] => {
  const [first, ...rest] = phrase(name, true);
  return [{ ...first!, text: capital(first!.text) }, ...rest];
};

/** All legal actions, in the order of the keyboard, grouped by kind. */
export function sections(actions: ActionInfo[], view: View): Section[] {
  const here = near(asBabel(view)).pawn;
  const of = (group: string): ActionInfo[] => actions.filter((action) => action.group === group);
  const row = (group: string, short: (words: string) => Part[]): Section["rows"] => [
    { label: "", choices: of(group).map((action) => choice(action, short)) },
  ];
  const found: Section[] = [
    { heading: "Discard from your halved hand", rows: row("discard", lastNation) },
    { heading: "Build", rows: row("build", allWords) },
    { heading: here === "quarry" ? "Deploy" : `Deploy at ${capital(here)}`, rows: row("deploy", lastNation) },
    { heading: "Move, discarding the card", rows: row("move", lastNation) },
    { heading: "Ability", rows: row("ability", allWords) },
    { heading: "Migrate the top three cards", rows: migrations(of("migrate")) },
    { heading: "Turn", rows: row("end turn", allWords) },
  ];
  return found.filter((section) => section.rows.some((line) => line.choices.length));
}

function migrations(actions: ActionInfo[]): Section["rows"] {
  const sources = new Set(actions.map((action) => action.name.split(" ")[1]!));
  return [...sources].map((source) => ({
    label: `${capital(source)} →`,
    choices: actions
      .filter((action) => action.name.split(" ")[1] === source)
      .map((action) => choice(action, lastNation)),
  }));
}
