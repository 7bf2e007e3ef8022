/** The list of all actions, in words. */

import type { ActionForm, ActionInfo } from "../../lib/protocol";
import { capital, type Section } from "../game";
import { deedOf } from "./deed";
import { type BabyloniaView, KINDS } from "./view";

export function sectionsOf(actions: ActionInfo[], view: BabyloniaView): Section[] {
  const sections: Section[] = [];
  const deeds = actions.map((action) => ({ action, deed: deedOf(action) }));
  const others = deeds.filter(({ deed }) => deed.verb !== "place");
  if (others.length) {
    const choices = others.map(({ action }) => ({ action, words: wordsOf(action, view), short: [{ text: wordsOf(action, view) }] }));
    sections.push({ heading: "Choose", rows: [{ label: "", choices }] });
  }
  const rows = KINDS.flatMap((kind) => {
    const choices = deeds.flatMap(({ action, deed }) =>
      deed.verb === "place" && deed.args.token === kind ? [{ action, words: `Place ${kind} at ${deed.args.cell}`, short: [{ text: deed.args.cell }] }] : [],
    );
    return choices.length ? [{ label: capital(kind), choices, isDense: true }] : [];
  });
  if (rows.length) sections.push({ heading: "Place a token", rows });
  return sections;
}

/** An action as one may choose it. */
export function actionText(action: ActionForm): string {
  const deed = deedOf(action);
  if (deed.verb === "place") return `place a ${deed.args.token} at ${deed.args.cell}`;
  if (deed.verb === "score") return `score ${deed.args.cell}`;
  if (deed.verb === "take card") return `take card ${deed.args.card}`;
  return deed.verb === "end placing" ? "end the turn" : deed.verb.replace("take", "take the").replace("keep", "keep the");
}

function wordsOf(action: ActionInfo, view: BabyloniaView): string {
  const deed = deedOf(action);
  if (deed.verb !== "take card") return capital(actionText(action));
  const card = view.display.find((candidate) => candidate.card === deed.args.card);
  return `Take card ${deed.args.card}, ${card?.name ?? ""}: ${card?.text ?? ""}`;
}
