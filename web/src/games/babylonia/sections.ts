/** The list of all actions, in words. */

import type { ActionForm, ActionInfo } from "../../lib/protocol";
import { capital, type Section } from "../game";
import { typedAction } from "./action";
import { type BabyloniaView, KINDS } from "./view";

export function sectionsOf(actions: ActionInfo[], view: BabyloniaView): Section[] {
  const sections: Section[] = [];
  const all = actions.map((action) => ({ action, typed: typedAction(action) }));
  const others = all.filter(({ typed }) => typed.verb !== "place");
  if (others.length) {
    const choices = others.map(({ action }) => ({ action, words: wordsOf(action, view), short: [{ text: wordsOf(action, view) }] }));
    sections.push({ heading: "Choose", rows: [{ label: "", choices }] });
  }
  const rows = KINDS.flatMap((kind) => {
    const choices = all.flatMap(({ action, typed }) =>
      typed.verb === "place" && typed.args.token === kind ? [{ action, words: `Place ${kind} at ${typed.args.cell}`, short: [{ text: typed.args.cell }] }] : [],
    );
    return choices.length ? [{ label: capital(kind), choices, isDense: true }] : [];
  });
  if (rows.length) sections.push({ heading: "Place a token", rows });
  return sections;
}

/** An action as one may choose it. */
export function actionText(action: ActionForm): string {
  const typed = typedAction(action);
  if (typed.verb === "place") return `place a ${typed.args.token} at ${typed.args.cell}`;
  if (typed.verb === "score") return `score ${typed.args.cell}`;
  if (typed.verb === "take card") return `take card ${typed.args.card}`;
  return typed.verb === "end placing" ? "end the turn" : typed.verb.replace("take", "take the").replace("keep", "keep the");
}

function wordsOf(action: ActionInfo, view: BabyloniaView): string {
  const typed = typedAction(action);
  if (typed.verb !== "take card") return capital(actionText(action));
  const card = view.display.find((candidate) => candidate.card === typed.args.card);
  return `Take card ${typed.args.card}, ${card?.name ?? ""}: ${card?.text ?? ""}`;
}
