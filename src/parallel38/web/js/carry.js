/** Counters beside the map are carried onto it with the mouse; a finger scrolls the panel and taps instead. */

import { picture } from "./counters.js";
import { h } from "./dom.js";
import { pick } from "./hand.js";
import { aim, hover } from "./plan.js";
import { store } from "./store.js";
import { hexUnder } from "./view.js";

/** How far the mouse goes before a press is a drag, in pixels. */
const NEAR = 6;

/** The hex of the board under the mouse; null where something else lies there. */
const under = ({ clientX, clientY }) => (document.elementFromPoint(clientX, clientY)?.closest("#viewport") ? hexUnder(clientX, clientY) : null);

/** Lets an element be dragged onto the map with the counter that it shows, and with those that are in hand with it. */
export function carried(element, one) {
  element.addEventListener("pointerdown", (start) => {
    if (start.pointerType === "touch" || start.button !== 0) return;
    let ghost = null;
    const move = (event) => {
      if (!ghost && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < NEAR) return;
      if (!ghost) {
        ghost = h("div", { class: "ghost" }, picture(one, 54));
        document.body.append(ghost);
        document.body.classList.add("carrying");
        if (!store.picked.includes(one.id)) pick([one.id]);
      }
      ghost.style.transform = `translate(${event.clientX - 27}px, ${event.clientY - 27}px)`;
      hover(under(event));
    };
    const end = (event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      document.body.classList.remove("carrying");
      if (!ghost) return;
      ghost.remove();
      const hex = event.type === "pointerup" ? under(event) : null;
      if (hex) aim(hex);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  });
}
