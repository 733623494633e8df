/** Making elements: one function for HTML, one for drawings. */

const DRAWING = "http://www.w3.org/2000/svg";

function dress(element, attrs, children) {
  for (const [name, value] of Object.entries(attrs ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** An HTML element: `el("button", {class: "button", on: {click: f}}, "Text", other)`. Nothing and false are left out. */
export function el(tag, attrs, ...children) {
  return dress(document.createElement(tag), attrs, children);
}

/** An element of a drawing. */
export function svg(tag, attrs, ...children) {
  return dress(document.createElementNS(DRAWING, tag), attrs, children);
}

/** The element with an id. */
export const byId = (id) => document.getElementById(id);
