/** Moving the focus by arrow keys. */

export const SIDEWAYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
export const UP_AND_DOWN: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/** Arrow keys walk along the buttons of a group, around its ends. */
export function walkButtons(event: KeyboardEvent, steps = SIDEWAYS): void {
  const step = steps[event.key];
  if (!step) return;
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("button")];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
  event.preventDefault();
}
