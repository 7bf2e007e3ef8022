/** What can be read of any game's view without knowing the game. */

import type { BoardModel } from "../../lib/board.svelte";
import { type ActionInfo } from "../../lib/protocol";
import { capital, type Choice, type Section } from "../game";

const MAX_ROWS = 12; // actions of one kind that are listed one below the other

/** Everybody's points, if the game counts them while it is played. */
export function scoresOf(table: BoardModel): number[] | null {
  if (table.outcome) return table.outcome.scores;
  const players = [table.view["players"], table.view["cities"]].find(Array.isArray) as { score?: number }[] | undefined;
  const scores = players?.map((player) => player.score ?? NaN) ?? [];
  return scores.length && scores.every(Number.isFinite) ? scores : null;
}

/** All actions by kind; where one kind has many, by what they begin with: “place merchant” and then the cells. */
export function sections(actions: ActionInfo[]): Section[] {
  const groups = [...new Set(actions.map((action) => action.group))];
  return groups.flatMap((group) => sectionsOf(group, actions.filter((action) => action.group === group)));
}

function sectionsOf(group: string, actions: ActionInfo[]): Section[] {
  const beginnings = [...new Set(actions.map((action) => beginning(action.name)))];
  if (actions.length <= MAX_ROWS || beginnings.length > actions.length / 2) {
    const choices = actions.map((action) => choiceOf(action, withoutKind(action.name, group)));
    return [{ heading: capital(group), rows: [{ label: "", choices }] }];
  }
  return beginnings.map((start) => {
    const choices = actions
      .filter((action) => beginning(action.name) === start)
      .map((action) => choiceOf(action, action.name.slice(start.length + 1)));
    return { heading: capital(start), rows: [{ label: "", choices, isDense: true }] };
  });
}

const beginning = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf(" ")));

/** The heading says “Build”, so the button need not. */
const withoutKind = (name: string, group: string): string => (name.startsWith(`${group} `) ? name.slice(group.length + 1) : name);

const choiceOf = (action: ActionInfo, words: string): Choice => ({
  action,
  words: capital(action.name),
  short: [{ text: capital(words) }],
});
