/** Keys of the live table; the game's own keys come before these. */

import { settings } from "./settings.svelte";
import type { TableModel } from "./table.svelte";

export interface Panels {
  toggleList(): void;
  toggleLog(): void;
  toggleChat(): void;
  showKeys(): void;
}

/** Handle a key unless somebody is typing or a dialog is open. */
export function pressed(event: KeyboardEvent, table: TableModel, panels: Panels): void {
  if (event.key === "F6") walkZones(event);
  if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event)) return;
  if (event.key === "Escape") letGo(event, table);
  else if (event.key === "?") panels.showKeys();
  else if (!settings.singleKeys || !pressedLetter(event, table, panels)) return;
  event.preventDefault();
}

function isBusy(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  const isField = target.matches("input:not([type=checkbox]), textarea, select");
  return (isField && event.key !== "Escape") || document.querySelector("dialog[open]") !== null;
}

function letGo(event: KeyboardEvent, table: TableModel): void {
  if (table.game.press(event, table)) return;
  if (table.past) table.backToNow();
  table.endQuestion = table.advice = null;
  table.settle();
  table.letGo();
}

function pressedLetter(event: KeyboardEvent, table: TableModel, panels: Panels): boolean {
  const commands: Record<string, () => void> = {
    e: () => table.endTurn(table.endQuestion !== null),
    u: () => void table.undo(),
    i: () => void table.askHint(),
    l: () => panels.toggleList(),
    g: () => panels.toggleLog(),
    c: () => panels.toggleChat(),
    r: () => void table.replayLastTurn(),
    w: () => toggleOdds(table),
    t: () => settings.toggleTheme(),
    x: () => settings.toggleSound(),
  };
  if (table.game.press(event, table)) return true; // a game may need a letter that means something else elsewhere
  const command = commands[event.key.toLowerCase()];
  command?.();
  return command !== undefined;
}

/** Show or hide the chance to win. */
export function toggleOdds(table: TableModel): void {
  table.showsOdds = !table.showsOdds && table.mayAskOdds;
  if (table.showsOdds) void table.askOdds();
}

/** F6 walks between the parts of the table, Shift F6 back; from a field as from anywhere. */
function walkZones(event: KeyboardEvent): void {
  event.preventDefault();
  const stops = [...document.querySelectorAll<HTMLElement>("[data-zone]")].map(firstStop).filter((stop) => stop !== null);
  const at = stops.findIndex((stop) => stop.closest("[data-zone]")!.contains(document.activeElement));
  const step = event.shiftKey ? -1 : 1;
  const from = at < 0 && step < 0 ? 0 : at;
  stops[(from + step + stops.length) % stops.length]?.focus();
}

/** Where the keyboard enters a part of the table; none where nothing can be reached. */
function firstStop(zone: HTMLElement): HTMLElement | null {
  const stops = zone.querySelectorAll<HTMLElement>("[tabindex='0'], button:not([disabled]), input");
  return [...stops].find((stop) => stop.checkVisibility({ visibilityProperty: true })) ?? null;
}
