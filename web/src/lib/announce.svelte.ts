/** What screen readers say: one polite and one assertive region, filled here and drawn once by App.svelte. */

class Announcer {
  polite = $state<string[]>([]);
  assertive = $state("");

  /** Say what others do; sentences of one moment are said together. */
  say(sentence: string): void {
    if (!sentence) return;
    this.polite = [...this.polite, sentence].slice(-6);
  }

  /** Say at once: your turn, and refusals. */
  interrupt(sentence: string): void {
    this.assertive = "";
    queueMicrotask(() => (this.assertive = sentence));
  }
}

export const announcer = new Announcer();
