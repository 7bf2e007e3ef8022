/** What the main button does in each phase. */

import type { BoardModel } from "../../lib/board.svelte";
import type { MainButton } from "../game";
import { typedAction } from "./action";
import type { BoardUi } from "./board-ui.svelte";
import { asBabylonia } from "./view";

/** Take the chosen card. */
export function takeCard(table: BoardModel, ui: BoardUi): void {
  const action = table.actions.find((candidate) => {
    const typed = typedAction(candidate);
    return typed.verb === "take card" && typed.args.card === ui.card;
  });
  if (action) void table.perform(action);
}

/** The main button when it is not the end of the turn; none else. */
export function mainAction(table: BoardModel, ui: BoardUi): MainButton | null {
  const view = asBabylonia(table.view);
  if (!table.isMyTurn) return { words: "End turn", act: null };
  if (view.phase === "card") {
    return { words: ui.card === null ? "Choose a card" : `Take card ${ui.card}`, act: ui.card === null ? null : () => takeCard(table, ui) };
  }
  const scoring = table.actions.filter((action) => typedAction(action).verb === "score");
  if (scoring.length) return { words: scoring.length === 1 ? "Score it" : "Choose one", act: scoring.length === 1 ? () => void table.perform(scoring[0]!) : null };
  const extra = table.actions.find((action) => typedAction(action).verb === "take extra turn");
  if (extra) return { words: "Take the extra turn", act: () => void table.perform(extra), other: keep(table) };
  const end = table.actions.find((action) => typedAction(action).verb === "end placing");
  return { words: "End turn", act: end ? () => void table.perform(end) : null };
}

function keep(table: BoardModel): { words: string; act: () => void } | undefined {
  const action = table.actions.find((candidate) => typedAction(candidate).verb === "keep extra turn");
  return action && { words: "Keep it", act: () => void table.perform(action) };
}
