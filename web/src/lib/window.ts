/** The size of the window, as the styles see it. */

const PHONE = "(max-width: 559px), ((max-width: 700px) and (min-height: 561px))";

/** Whether the page is laid out for a phone held upright. */
export const isPhone = (): boolean => matchMedia(PHONE).matches;

/** Whether the window is low, so that the top bar folds into a rail. */
export const isLow = (): boolean => matchMedia("(min-width: 560px) and (max-height: 560px)").matches;

/** Whether fingers point, so that opening a field would open a keyboard on the screen. */
export const isTouch = (): boolean => matchMedia("(pointer: coarse)").matches;

/** By how much everything is drawn larger on very large windows. */
export const zoom = (): number => Number(getComputedStyle(document.getElementById("page")!).zoom) || 1;
