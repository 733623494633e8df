/** The dialog of settings: every choice works at once and is kept in this browser. */

import { h } from "./dom.js";
import { chooseLanguage } from "./page.js";
import { CHOICES, change, settings } from "./settings.js";
import { language, t } from "./texts.js";

const SHOWN = ["palette", "dark", "motion", "counters", "dice", "wheel"];

/** Opens the dialog; closing it gives the focus back to where it was. */
export function openPreferences() {
  const dialog = h("dialog", { class: "preferences", "aria-labelledby": "preferences-title" });
  const redraw = () => {
    const focus = document.activeElement?.id;
    dialog.replaceChildren(...content(dialog));
    if (focus) document.getElementById(focus)?.focus();
  };
  redraw();
  document.addEventListener("p38:language", redraw);
  dialog.addEventListener("close", () => {
    document.removeEventListener("p38:language", redraw);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}

function content(dialog) {
  return [
    h("h2", { id: "preferences-title" }, t("set.title")),
    h("p", { class: "quiet" }, t("set.kept")),
    choice("language", CHOICES.language, language(), (value) => chooseLanguage(value)),
    ...SHOWN.map((name) => choice(name, CHOICES[name], settings()[name], (value) => change(name, value))),
    tint(),
    keys(),
    h(
      "div",
      { class: "actions" },
      h("button", { type: "button", class: "button gold", onclick: () => dialog.close() }, t("set.close")),
    ),
  ];
}

function choice(name, values, chosen, act) {
  return h(
    "fieldset",
    { class: "segments" },
    h("legend", {}, t(`set.${name}`)),
    values.map((value) =>
      h(
        "label",
        {},
        h("input", {
          type: "radio",
          id: `set-${name}-${value}`,
          name: `set-${name}`,
          value,
          checked: value === chosen,
          onchange: () => act(value),
        }),
        h("span", {}, t(`set.${name}.${value}`)),
      ),
    ),
  );
}

function tint() {
  const shown = h("output", { for: "set-tint" }, `${settings().tint} %`);
  const slider = h("input", {
    type: "range",
    id: "set-tint",
    min: 0,
    max: 100,
    step: 5,
    value: settings().tint,
    oninput: () => {
      shown.value = `${slider.value} %`;
      change("tint", Number(slider.value));
    },
  });
  return h("div", { class: "line" }, h("label", { for: "set-tint" }, t("set.tint")), slider, shown);
}

function keys() {
  const box = h("input", {
    type: "checkbox",
    id: "set-keys",
    checked: settings().keys,
    onchange: () => change("keys", box.checked),
  });
  return h("div", { class: "line" }, h("label", { for: "set-keys" }, t("set.keys")), box);
}
