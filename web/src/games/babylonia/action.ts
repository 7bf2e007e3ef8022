/** Actions as data. */

import type { ActionForm } from "../../lib/protocol";
import type { BabyloniaAction } from "./generated";

/** An action with its arguments typed. */
export const typedAction = (action: ActionForm): BabyloniaAction => action as BabyloniaAction;

/** The action of placing a token, legal or not. */
export const placingOf = (token: string, cell: string): ActionForm => ({ verb: "place", args: { token, cell } });
