/** Dragging: take a thing of the board to another. Every drag has a tap and a key that do the same. */

import type { Attachment } from "svelte/attachments";
import type { BoardModel } from "./board.svelte";
import { zoom } from "./window";

const THRESHOLD = 7; // pixels before a press becomes a drag

interface Drag {
  place: string;
  element: HTMLElement;
  x: number;
  y: number;
  pointer: number;
  ghost: HTMLElement | null;
}

const placeAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-place]") : null;

/** Listens on the root of a board. */
export function dragging(table: BoardModel): Attachment<HTMLElement> {
  return (root) => {
    let drag: Drag | null = null;

    function down(event: PointerEvent): void {
      const element = placeAt(event.target);
      if (!element || event.button !== 0 || !event.isPrimary) return;
      const place = element.dataset["place"]!;
      drag = { place, element, x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null };
    }

    function move(event: PointerEvent): void {
      if (!drag || event.pointerId !== drag.pointer) return;
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!drag.ghost && Math.hypot(dx, dy) < THRESHOLD) return;
      drag.ghost ??= begin(drag, root, table);
      if (!drag.ghost) return;
      drag.ghost.style.translate = `${event.clientX / zoom()}px ${event.clientY / zoom()}px`;
    }

    function up(event: PointerEvent): void {
      const ended = drag;
      drag = null;
      if (!ended?.ghost) return;
      ended.ghost.remove();
      suppressClick();
      const goal = placeAt(document.elementFromPoint(event.clientX, event.clientY))?.dataset["place"];
      if (event.type === "pointerup" && goal && goal !== ended.place) table.bring(ended.place, goal);
      else table.letGo();
    }

    root.addEventListener("pointerdown", down);
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
    return () => {
      root.removeEventListener("pointerdown", down);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
    };
  };
}

function begin(drag: Drag, root: HTMLElement, table: BoardModel): HTMLElement | null {
  const selector = drag.element.dataset["drags"]; // what is taken, if not the whole place
  const taken = selector ? drag.element.querySelector<HTMLElement>(selector) : drag.element;
  if (!taken || !table.canStart(drag.place)) return null;
  table.settle();
  table.quiet();
  table.selection = drag.place;
  const size = taken.getBoundingClientRect();
  const ghost = taken.cloneNode(true) as HTMLElement;
  ghost.removeAttribute("data-place");
  ghost.classList.remove("selected", "legal", "refused");
  ghost.classList.add("dragged");
  const side = drag.element.closest(".me") ? "me" : "";
  const frame = document.createElement("div");
  frame.className = `drag-frame ${side}`;
  frame.style.width = `${size.width / zoom()}px`;
  frame.style.height = `${size.height / zoom()}px`;
  frame.style.setProperty("--width", String(size.width / zoom()));
  frame.append(ghost);
  root.append(frame);
  return frame;
}

/** The click that follows a drag is not a tap. */
function suppressClick(): void {
  const stop = (event: Event): void => event.stopPropagation();
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }), 0);
}
