/** Standing orders: what the player's side answers by itself while others play; shown folded up, changed by a click. */

import { act } from "./doing.js";
import { $, h, put } from "./dom.js";
import { after, mine, store } from "./store.js";
import { t } from "./texts.js";

/** Whether the player has opened the orders. */
let opened = false;

/** Draws the orders whenever they may have changed. */
export function watchStanding() {
  after(["situation", "at", "busy"], draw);
}

/** The standing orders of the sides that the player plays: of the side that decides, if that is one of them. */
export function standingOrders() {
  const { orders, you, decider } = store.situation;
  return orders.filter(({ side }) => (you.includes(decider) ? side === decider : you.includes(side)));
}

function draw() {
  const found = standingOrders();
  put(
    $("standing"),
    found.length
      ? h(
          "details",
          { class: "standing", open: opened, ontoggle: (event) => (opened = event.target.open) },
          h("summary", { data: { focus: "standing orders" } }, t("web.standing")),
          h("p", { class: "empty" }, t(mine() ? "web.standing_what" : "web.standing_later")),
          found.map(orderOf),
        )
      : null,
  );
}

function orderOf(order) {
  const chosen = (choice) => choice.value === order.value;
  return h(
    "fieldset",
    {},
    h("legend", {}, order.text),
    order.choices.map((choice) =>
      h(
        "label",
        {},
        h("input", {
          type: "radio",
          name: `${order.side} ${order.name}`,
          checked: chosen(choice),
          disabled: !chosen(choice) && (!choice.do || store.busy || !mine()),
          onchange: () => act(choice.do),
          data: { focus: `order ${order.name} ${choice.value}` },
        }),
        " ",
        choice.text,
      ),
    ),
  );
}
