/** The boards by game. A game that has none yet is played with the plain one. */

import type { GameModule } from "./game";

const BOARDS: Record<string, () => Promise<GameModule>> = {
  babel: async () => (await import("./babel")).babel,
};

/** The module of a game; loaded when it is first needed. */
export async function moduleOf(game: string): Promise<GameModule> {
  const load = BOARDS[game];
  if (load) return load();
  const { fallback } = await import("./fallback");
  return fallback(game);
}
