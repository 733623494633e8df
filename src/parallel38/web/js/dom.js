/** Making elements. Text is always put in as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";
/** Milliseconds without a frame after which a page counts as hidden. */
const UNSEEN = 100;

function grow(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element: `h("button", {class: "button", onclick: go}, "Go")`. */
export function h(tag, props, ...children) {
  return grow(document.createElement(tag), props, children);
}

/** An SVG element. */
export function s(tag, props, ...children) {
  return grow(document.createElementNS(SVG, tag), props, children);
}

/** The element with an id that the page always has. */
export function $(id) {
  return document.getElementById(id);
}

/** The control that is being pressed, and what waits to be drawn in its place until it is let go. */
let pressed = null;
const waiting = new Map();

function press(event) {
  pressed = event.target.closest?.("button, a, label, summary, [role=button]") ?? null;
}

function release() {
  pressed = null;
  setTimeout(() => waiting.forEach((children, element) => put(element, ...children))); // the click comes first
}

addEventListener("pointerdown", press, true);
addEventListener("pointerup", release, true);
addEventListener("pointercancel", release, true);

/**
 * Replaces what an element holds, and keeps the focus on the element with the same `data-focus`, if it had it. While
 * something in it is being pressed that waits, because a button that is replaced between down and up gets no click.
 */
export function put(element, ...children) {
  if (pressed && element.contains(pressed)) {
    waiting.set(element, children);
    return;
  }
  waiting.delete(element);
  const held = element.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  if (held) element.querySelector(`[data-focus="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
}

/** Lets a box that scrolls have the class `more` while something of it lies under its lower edge. */
export function tellMore(box) {
  const look = () => requestAnimationFrame(() => box.classList.toggle("more", box.scrollHeight - box.clientHeight - box.scrollTop > 4));
  box.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(box);
  new MutationObserver(look).observe(box, { childList: true, subtree: true });
}

/** Calls a function when nothing has asked for it again for a while. */
export function later(milliseconds, what) {
  let timer = 0;
  const wait = (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => what(...args), milliseconds);
  };
  wait.stop = () => clearTimeout(timer);
  return wait;
}

/** Waits until what is there now is on the screen: a frame has been painted when the next one begins. */
export function framed() {
  return new Promise((painted) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(painted)));
    setTimeout(painted, UNSEEN); // a page without frames is hidden
  });
}
