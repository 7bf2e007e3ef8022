/** What screen readers say: one polite and one assertive region, filled here and drawn once by App.svelte. */

import { untrack } from "svelte";

export interface Sentence {
  id: number; // a sentence that stays keeps its element, so that it is not read again
  text: string;
}

const KEEP_TIME = 8000; // milliseconds until a sentence is taken away, long after it was read

class Announcer {
  polite = $state.raw<Sentence[]>([]);
  assertive = $state("");
  #lastId = 0;
  #hush: ReturnType<typeof setTimeout> | undefined;

  /** Say what happens; sentences of one moment are read one after the other, each once. */
  say(text: string): void {
    if (!text) return;
    const sentence = { id: ++this.#lastId, text };
    this.polite = [...untrack(() => this.polite), sentence]; // whoever says something does not listen
    setTimeout(() => (this.polite = this.polite.filter((other) => other.id !== sentence.id)), KEEP_TIME);
  }

  /** Say at once: your turn, and refusals. */
  interrupt(sentence: string): void {
    clearTimeout(this.#hush);
    this.assertive = "";
    queueMicrotask(() => (this.assertive = sentence));
    this.#hush = setTimeout(() => (this.assertive = ""), KEEP_TIME);
  }

  /** Leave nothing of a table for whoever comes to the next one. */
  clear(): void {
    clearTimeout(this.#hush);
    this.polite = [];
    this.assertive = "";
  }
}

export const announcer = new Announcer();
