/** Looking closer at the board: wheel and pinch zoom, a drag moves, a double tap shows the whole again. */

import type { Attachment } from "svelte/attachments";
import type { Box } from "./geometry";

const MOST = 4; // times
const WHEEL = 0.0016; // growth for each pixel of the wheel
const DOUBLE_TAP = 320; // milliseconds
const SLACK = 8; // pixels a finger may move in a tap

export class Zoom {
  #whole = $state.raw<Box>({ x: 0, y: 0, width: 1, height: 1 });
  #scale = $state(1);
  #x = $state(0); // the left upper corner of what is seen
  #y = $state(0);
  #pointers = new Map<number, PointerEvent>();
  #start: { distance: number; scale: number } | null = null;
  #lastTap = 0;
  #moved = 0;

  setWhole(box: Box): void {
    this.#whole = box;
    this.reset();
  }

  get isZoomed(): boolean {
    return this.#scale > 1.01;
  }

  get viewBox(): string {
    const { width, height } = this.#whole;
    return [this.#x, this.#y, width / this.#scale, height / this.#scale].map((value) => value.toFixed(2)).join(" ");
  }

  reset(): void {
    this.#scale = 1;
    this.#x = this.#whole.x;
    this.#y = this.#whole.y;
  }

  /** Grow around a point of the picture. */
  #zoomTo(scale: number, x: number, y: number): void {
    const next = Math.max(1, Math.min(MOST, scale));
    const ratio = this.#scale / next;
    this.#scale = next;
    this.#moveTo(x - (x - this.#x) * ratio, y - (y - this.#y) * ratio);
  }

  #moveTo(x: number, y: number): void {
    const { x: left, y: top, width, height } = this.#whole;
    this.#x = Math.max(left, Math.min(x, left + width - width / this.#scale));
    this.#y = Math.max(top, Math.min(y, top + height - height / this.#scale));
  }

  attach: Attachment<SVGSVGElement> = (svg) => {
    const point = (event: { clientX: number; clientY: number }): DOMPoint =>
      new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()!.inverse());

    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { x, y } = point(event);
      this.#zoomTo(this.#scale * Math.exp(-event.deltaY * WHEEL), x, y);
    };
    const down = (event: PointerEvent): void => {
      this.#pointers.set(event.pointerId, event);
      this.#moved = 0;
      if (this.#pointers.size === 2) this.#start = { distance: this.#spread(), scale: this.#scale };
    };
    const move = (event: PointerEvent): void => {
      const before = this.#pointers.get(event.pointerId);
      if (!before) return;
      this.#pointers.set(event.pointerId, event);
      this.#moved += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
      if (this.#pointers.size === 2 && this.#start) this.#pinch(point);
      else if (this.isZoomed && this.#moved > SLACK) this.#drag(point(before), point(event));
    };
    const up = (event: PointerEvent): void => {
      this.#pointers.delete(event.pointerId);
      if (this.#pointers.size < 2) this.#start = null;
    };
    const click = (event: MouseEvent): void => {
      if (this.#moved > SLACK) event.stopPropagation(); // it was a drag or a pinch
      const isDouble = event.timeStamp - this.#lastTap < DOUBLE_TAP;
      this.#lastTap = event.timeStamp;
      if (!isDouble || !this.isZoomed) return;
      event.stopPropagation();
      this.reset();
    };
    svg.addEventListener("wheel", wheel, { passive: false });
    svg.addEventListener("pointerdown", down);
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
    svg.addEventListener("click", click, { capture: true });
    return () => {
      svg.removeEventListener("wheel", wheel);
      svg.removeEventListener("pointerdown", down);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      svg.removeEventListener("click", click, { capture: true });
    };
  };

  #spread(): number {
    const [a, b] = [...this.#pointers.values()];
    return Math.hypot(a!.clientX - b!.clientX, a!.clientY - b!.clientY);
  }

  #pinch(point: (event: { clientX: number; clientY: number }) => DOMPoint): void {
    const [a, b] = [...this.#pointers.values()];
    const { x, y } = point({ clientX: (a!.clientX + b!.clientX) / 2, clientY: (a!.clientY + b!.clientY) / 2 });
    this.#zoomTo((this.#start!.scale * this.#spread()) / this.#start!.distance, x, y);
  }

  #drag(from: DOMPoint, to: DOMPoint): void {
    this.#moveTo(this.#x + from.x - to.x, this.#y + from.y - to.y);
  }
}
