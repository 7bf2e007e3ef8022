/** The games by the folders beside this file; see game.ts. What a game does not bring, the plain board replaces. */

import type { Component } from "svelte";
import type { GameModule, Lessons } from "./game";

type Loaders<T> = Record<string, () => Promise<T>>;

const MODULES = import.meta.glob(["./*/index.ts", "!./fallback/*"], { import: "default" }) as Loaders<GameModule>;
const LESSONS = import.meta.glob("./*/lessons.ts", { import: "default" }) as Loaders<Lessons>;
const ARTS = import.meta.glob("./*/Art.svelte", { import: "default" }) as Loaders<Component<{ isWide?: boolean }>>;
const SIGNS = import.meta.glob("./*/sign.ts", { eager: true }) as Record<string, { default: string; hasSides?: boolean }>;

/** The board of a game and its words. */
export async function moduleOf(game: string): Promise<GameModule> {
  const load = MODULES[`./${game}/index.ts`];
  if (load) return load();
  const { fallback } = await import("./fallback");
  return fallback(game);
}

/** How a game is learnt; none where nobody has written it yet. */
export async function lessonsOf(game: string): Promise<Lessons | null> {
  return (await LESSONS[`./${game}/lessons.ts`]?.()) ?? null;
}

/** A game's picture for the lobby. */
export async function artOf(game: string): Promise<Component<{ isWide?: boolean }> | null> {
  return (await ARTS[`./${game}/Art.svelte`]?.()) ?? null;
}

/** Whether a game's two seats are bone and bitumen instead of the seats' colours and shapes. */
export const hasSides = (game: string): boolean => SIGNS[`./${game}/sign.ts`]?.hasSides ?? false;

/** A game's emblem in lists. */
export const signOf = (game: string): string => SIGNS[`./${game}/sign.ts`]?.default ?? "ziggurat";
