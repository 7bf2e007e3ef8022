/** The log of Babel: shorter than a sentence for each action. */

import type { LogLine } from "../../lib/protocol";
import { capital, type Logbook, type Part } from "../game";
import { phrase } from "./words";

const text = (words: string): Part => ({ text: words });
const named = (nation: string | number | undefined): Part => ({ text: capital(String(nation)), emblem: `n-${nation}` });

/** Whether a viewer reads of what the viewer did. */
type Telling = (line: LogLine, isYou: boolean, viewer: number | null) => Part[];

const inflected = (verb: string, isYou: boolean): string => (isYou ? verb : `${verb}s`);

/** Whose card was built, from where the reader sits. */
function origin({ actor, args }: LogLine, isYou: boolean, viewer: number | null): string {
  const own = isYou ? "your" : "their";
  if (args.from === "starting card") return `with ${own} starting card`;
  if (args.from === "own stack") return `from ${own} ${isYou ? "" : "own "}stack`;
  return `from ${viewer === 1 - actor ? "your" : `{${1 - actor}}’s`} stack`;
}

const WORDS: Record<string, Telling> = {
  move: ({ args }, isYou) => [text(`${inflected("move", isYou)} to `), named(args.site)],
  deploy: ({ args }, isYou) => [text(`${inflected("deploy", isYou)} `), named(args.nation)],
  build: (line, isYou, viewer) => [
    text(`${inflected("build", isYou)} `),
    { text: `level ${line.args.level}`, strong: true },
    text(` ${origin(line, isYou, viewer)}`),
  ],
};

function wordsOf(line: LogLine, viewer: number | null): Part[] {
  return WORDS[line.verb]?.(line, line.seat === viewer, viewer) ?? phrase(line);
}

/** What chance dealt one seat in a row. */
function draws(lines: LogLine[], isYou: boolean): Part[] {
  const verb = inflected("draw", isYou);
  const count = `${lines.length} nation card${lines.length === 1 ? "" : "s"}`;
  if (lines.some((line) => line.action === null)) return [text(`${verb} ${count}`)];
  const levels = lines.filter(({ args }) => args.level).map(({ args }): Part => ({ text: String(args.level), strong: true }));
  if (levels.length) return [text(`${verb} ${levels.length === 1 ? "a temple" : "temples"} `), ...separated(levels)];
  return [text(`${verb} `), ...lines.flatMap(({ args }, index) => [...(index ? [text(" ")] : []), named(args.nation)])];
}

/** `5 and 3`, `5, 4 and 3`. */
function separated(parts: Part[]): Part[] {
  const glue = (index: number): Part[] => (index === 0 ? [] : [text(index === parts.length - 1 ? " and " : ", ")]);
  return parts.flatMap((part, index) => [...glue(index), part]);
}

/** Several cards deployed one after the other name the verb once. */
function turnWords(lines: LogLine[], viewer: number | null): Part[] {
  return lines.flatMap((line, index) => {
    if (index === 0) return wordsOf(line, viewer);
    const isMore = line.verb === "deploy" && lines[index - 1]!.verb === "deploy";
    return [text(isMore ? " " : ", "), ...(isMore ? [named(line.args.nation)] : wordsOf(line, viewer))];
  });
}

const isDraw = ({ actor, verb }: LogLine): boolean => actor < 0 && verb.startsWith("draw");

export const logbook: Logbook = {
  isTold: ({ verb }) => verb !== "end turn", // the heading of the next turn says so
  joins: (before, next) => next.verb === "deploy" && (before.verb === "move" || before.verb === "deploy"),
  words: (lines, viewer) => (isDraw(lines[0]!) ? draws(lines, lines[0]!.seat === viewer) : turnWords(lines, viewer)),
};
