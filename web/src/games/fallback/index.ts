/** A game without a board of its own: the position as the game draws it in text, every action in a list. */

import { type GameModule } from "../game";
import Board from "./Board.svelte";
import { PLAIN } from "./manners";

export const fallback = (name: string): GameModule => ({ ...PLAIN, name, Board });
