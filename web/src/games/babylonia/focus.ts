/** Where the keyboard's focus is moved from outside the board: each table's board says how. */

import type { BoardModel } from "../../lib/board.svelte";

export const boards = new WeakMap<BoardModel, (cell: string) => void>();
