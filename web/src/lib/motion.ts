/** Pieces that fly: a copy travels from where the thing was to where it is now. Only transform and opacity move. */

import { mayMove, paced } from "./settings.svelte";
import { zoom } from "./window";

export interface Motion {
  from: string; // selector of the place it leaves
  to: string; // selector of what it becomes
  ghost: () => Element;
  delay?: number; // milliseconds
  isBack?: boolean; // something is taken back: it returns in half the time
}

const LENGTH = 320; // milliseconds, as --t-move
const PIECES = "[data-piece]"; // hidden until what flies there has landed
const running = new Set<Animation>();

/** The way back of motions, the last one first. */
export function backwards(motions: Motion[]): Motion[] {
  return motions.map((motion) => ({ ...motion, from: motion.to, to: motion.from, isBack: true })).reverse();
}

/** Where motions will start; ask before the position changes. */
export function startsOf(motions: Motion[]): (DOMRect | null)[] {
  if (!mayMove()) return [];
  return motions.map((motion) => document.querySelector(motion.from)?.getBoundingClientRect() ?? null);
}

/** Let the pieces fly; ask after the new position is drawn. */
export function fly(motions: Motion[], starts: (DOMRect | null)[]): void {
  if (!mayMove()) return;
  motions.forEach((motion, index) => {
    const end = document.querySelector(motion.to);
    const start = starts[index];
    if (start && end) flyOne(motion, start, end);
  });
}

/** Jump to the end of everything that flies. */
export function land(): void {
  for (const animation of running) animation.finish();
}

function flyOne(motion: Motion, start: DOMRect, end: Element): void {
  const goal = end.getBoundingClientRect();
  const ghost = motion.ghost() as HTMLElement;
  ghost.classList.add("ghost");
  document.getElementById("page")!.append(ghost);
  const size = ghost.getBoundingClientRect();
  const from = shift(start, size);
  const to = shift(goal, size);
  const [scale, landed] = scalesOf(motion, start, goal, size, end.matches(PIECES));
  const lift = Math.min(60, Math.hypot(to.x - from.x, to.y - from.y) / 6);
  const middle = `translate(${(from.x + to.x) / 2}px, ${(from.y + to.y) / 2 - lift}px)`;
  const frames = [
    { transform: `translate(${from.x}px, ${from.y}px) scale(${scale})`, opacity: 1 },
    { transform: `${middle} scale(${(scale + landed) / 2})`, opacity: 1 },
    { transform: `translate(${to.x}px, ${to.y}px) scale(${landed})`, opacity: 1 },
  ];
  const duration = paced(motion.isBack ? LENGTH / 2 : LENGTH);
  const options = { duration, delay: paced(motion.delay ?? 0), easing: "cubic-bezier(.2,.7,.2,1)", fill: "both" } as const;
  keep(ghost.animate(frames, options), () => ghost.remove());
  if (motion.isBack && !end.matches(PIECES)) return;
  keep(end.animate([{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }], { ...options, fill: "backwards" }));
}

/** How large the copy is at both ends: as large as the piece it becomes; what only moves is also as large as it was. */
function scalesOf(motion: Motion, start: DOMRect, goal: DOMRect, size: DOMRect, isPiece: boolean): [number, number] {
  const landed = isPiece ? goal.width / size.width : 1;
  return [motion.from === motion.to ? start.width / size.width : landed, landed];
}

function keep(animation: Animation, after?: () => void): void {
  running.add(animation);
  animation.onfinish = animation.oncancel = () => {
    running.delete(animation);
    after?.();
  };
}

/** Where a ghost's corner must be so that it lies in the middle of a rectangle. */
function shift(goal: DOMRect, size: DOMRect): { x: number; y: number } {
  const [x, y] = [goal.x + (goal.width - size.width) / 2, goal.y + (goal.height - size.height) / 2];
  return { x: x / zoom(), y: y / zoom() };
}
