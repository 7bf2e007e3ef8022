/** Word from the system when it is my turn and the page is not looked at. Nothing is asked before the first move. */

import { settings } from "./settings.svelte";

export const canNotify = (): boolean => "Notification" in window && isSecureContext;

/** Whether the person was never asked, so that one question is allowed. */
export const mayAsk = (): boolean => canNotify() && Notification.permission !== "denied" && !settings.notifies && !settings.wasAskedToNotify;

/** Ask the browser; what it answers is kept. */
export async function askToNotify(): Promise<void> {
  const permission = await Notification.requestPermission();
  settings.change({ notifies: permission === "granted" });
}

/** Tell that something waits, unless the page is looked at. */
export function notify(title: string, body: string): void {
  if (!settings.notifies || !canNotify() || document.visibilityState === "visible") return;
  if (Notification.permission !== "granted") return;
  const note = new Notification(title, { body, tag: location.hash, icon: "/icon.svg" });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}
