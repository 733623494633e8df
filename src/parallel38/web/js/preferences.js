/** The dialog of settings: every choice works at once and is kept by the service. */

import { $, h, put } from "./dom.js";
import { CHOICES, change, settings } from "./settings.js";
import { language, setLanguage, t } from "./texts.js";

const SHOWN = ["palette", "dark", "motion", "pace", "counters", "dice", "wheel"];

/** Opens the dialog; closing it gives the focus back to where it was. */
export function openPreferences() {
  const dialog = h("dialog", { class: "preferences", "aria-labelledby": "preferences-title" });
  const redraw = () => {
    put(dialog, content(dialog));
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
    h("p", { class: "bad", id: "unkept", role: "alert" }),
    choice("language", CHOICES.language, language(), setLanguage),
    ...SHOWN.map((name) => choice(name, CHOICES[name], settings()[name], (value) => choose(name, value))),
    tint(),
    ["keys", "curtain"].map(onOff),
    h(
      "div",
      { class: "actions" },
      h("button", { type: "button", class: "button gold", onclick: () => dialog.close() }, t("set.close")),
    ),
  ];
}

/** Chooses something, and says if it could not be kept. */
async function choose(name, value) {
  const kept = await change(name, value);
  $("unkept")?.replaceChildren(kept ? "" : t("set.unkept"));
}

/** One setting of which one value is chosen, as a row of buttons. */
export function choice(name, values, chosen, act) {
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
          data: { focus: `${name}-${value}` },
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
      choose("tint", Number(slider.value));
    },
  });
  return h("div", { class: "line" }, h("label", { for: "set-tint" }, t("set.tint")), slider, shown);
}

function onOff(name) {
  const id = `set-${name}`;
  const box = h("input", { type: "checkbox", id, checked: settings()[name] !== false, onchange: () => choose(name, box.checked) });
  return h("div", { class: "line" }, h("label", { for: id }, t(`set.${name}`)), box);
}
