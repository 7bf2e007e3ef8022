/* What cannot be seen, read or touched on the page as it stands; see boxes.py. Evaluates to a list of sentences. */
() => {
  const CONTROLS = "button, a[href], input, select, textarea, summary, [role=gridcell], [role=slider], [role=radio]";
  const SMALLEST_TEXT = 10.5; // pixels
  const SMALLEST_CONTROL = 12;
  const SMALLEST_FIELD = 44; // pixels of width to write in
  const SLACK = 1.5; // pixels of rounding, and of borders
  const OVERLAP = 2.5; // pixels two neighbours may share

  const found = [];
  const root = document.querySelector("dialog[open]") ?? document.body;
  const styleOf = (element) => getComputedStyle(element);
  const scrolls = (overflow) => overflow === "auto" || overflow === "scroll";
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest(".sr, [hidden]");
  const short = (words, length = 40) => words.trim().replace(/\s+/g, " ").slice(0, length);
  const at = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round).join(",");

  function name(element) {
    const classes = (element.getAttribute("class") ?? "").split(/\s+/).filter((word) => word && !word.startsWith("svelte-"));
    const words = short(element.getAttribute("aria-label") ?? element.textContent ?? "");
    return `${[element.tagName.toLowerCase(), ...classes.slice(0, 2)].join(".")} “${words}”`;
  }

  /** What cuts a box off, from an element outwards; what scrolling can bring into sight counts as seen. */
  function cut(first, box) {
    let { left, top, right, bottom } = box;
    for (let element = first; element && element !== document.body; element = element.parentElement) {
      const { overflowX, overflowY, position } = styleOf(element);
      const limit = element.getBoundingClientRect();
      const isAbove = top < limit.top - SLACK || bottom > limit.bottom + SLACK;
      const isBeside = left < limit.left - SLACK || right > limit.right + SLACK;
      if (scrolls(overflowY)) [top, bottom] = [limit.top, limit.bottom];
      else if (overflowY !== "visible" && isAbove) return `is cut off by ${name(element)}`;
      if (scrolls(overflowX) && !scrolls(overflowY)) [left, right] = [limit.left, limit.right];
      else if (overflowX !== "visible" && isBeside) return `is cut off at the side by ${name(element)}`;
      if (position === "fixed") break;
    }
    const isInside = left >= -SLACK && top >= -SLACK && right <= innerWidth + SLACK && bottom <= innerHeight + SLACK;
    return isInside ? null : `lies outside the window: ${at(box)}`;
  }

  /** What floats above the rest is compared with its own kind only. */
  function layerOf(element) {
    for (let outer = element; outer && outer !== document.body; outer = outer.parentElement) {
      const { position, zIndex } = styleOf(outer);
      if (position !== "static" && Number(zIndex) >= 10) return outer;
    }
    return root;
  }

  function measurePage() {
    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > innerWidth + 1) found.push(`the page is ${scrollWidth} px wide`);
    if (scrollHeight > innerHeight + 1) found.push(`the page is ${scrollHeight} px high`);
  }

  function measureControls() {
    const controls = [...root.querySelectorAll(CONTROLS)]
      .filter(isShown)
      .map((element) => ({ element, box: element.getBoundingClientRect(), layer: layerOf(element) }))
      .filter(({ box }) => box.width > 1 && box.height > 1);
    for (const { element, box } of controls) {
      const problem = cut(element.parentElement, box);
      if (problem) found.push(`${name(element)} ${problem}`);
      const size = `${Math.round(box.width)}×${Math.round(box.height)}`;
      const isField = element.matches("select, textarea, input:not([type=checkbox], [type=radio], [type=file])");
      const isNarrow = isField && box.width < SMALLEST_FIELD;
      if (isNarrow || Math.min(box.width, box.height) < SMALLEST_CONTROL) found.push(`${name(element)} is squeezed to ${size}`);
    }
    const seen = controls.map(inSight).filter(({ box }) => box.bottom > box.top);
    seen.forEach((one, index) => seen.slice(index + 1).forEach((other) => compare(one, other)));
  }

  /** What scrolling has left in sight of a control. */
  function inSight(control) {
    const limit = control.element.parentElement.closest(".scroll, dialog .body")?.getBoundingClientRect();
    if (!limit) return control;
    const { left, right, top, bottom } = control.box;
    return { ...control, box: { left, right, top: Math.max(top, limit.top), bottom: Math.min(bottom, limit.bottom) } };
  }

  function compare(one, other) {
    if (one.layer !== other.layer || one.element.contains(other.element) || other.element.contains(one.element)) return;
    const isTogether = (group) => one.element.closest(group) && one.element.closest(group) === other.element.closest(group);
    if (isTogether("[data-fan]") || isTogether("label")) return;
    const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
    const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
    if (width <= OVERLAP || height <= OVERLAP) return;
    found.push(`${name(one.element)} ${at(one.box)} and ${name(other.element)} ${at(other.box)} overlap`);
  }

  function measureTexts() {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const holder = node.parentElement;
      const isWritten = node.data.trim() && !holder.closest("script, style, svg, option, textarea, noscript");
      if (isWritten && isShown(holder)) measureText(node, holder);
    }
  }

  function measureText(node, holder) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) return;
    const words = `“${short(node.data)}”`;
    const size = parseFloat(styleOf(holder).fontSize) * (holder.currentCSSZoom ?? 1);
    if (size && size < SMALLEST_TEXT - 0.01) found.push(`${words} is written in ${size} px`);
    if (holder.closest("[title], .ticker, [data-fan]")) return;
    const lead = box.height * 0.15; // above and below the letters
    const letters = { left: box.left, right: box.right, top: box.top + lead, bottom: box.bottom - lead };
    const problem = cut(holder, letters);
    if (problem) found.push(`${words} ${problem}`);
    const frame = holder.closest("button, a.btn, .pill, label, .panel, dialog");
    if (!frame || scrolls(styleOf(frame).overflowX)) return;
    const edge = frame.getBoundingClientRect();
    if (box.left < edge.left - SLACK || box.right > edge.right + SLACK) found.push(`${words} runs out of ${name(frame)}`);
  }

  document.getAnimations().forEach((animation) => Number.isFinite(animation.effect.getComputedTiming().endTime) && animation.finish());
  measurePage();
  measureControls();
  measureTexts();
  return [...new Set(found)];
};
