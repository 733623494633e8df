/** The pace at which the actions of others are shown, and at which a game is played that people only watch. */

import { patch } from "./api.js";
import { h } from "./dom.js";
import { CHOICES, settings } from "./settings.js";
import { t } from "./texts.js";

/** How long an action is shown by each pace, as a part of the usual time. */
const SHARE = { slow: 1.8, normal: 1, fast: 0.4, once: 0 };
/** Seconds between two actions of a game that people only watch. */
const SECONDS = { slow: 2, normal: 1.2, fast: 0.3, once: 0 };

/** The part of the usual time that the pace takes; 0 if everything is shown at once. */
export function share() {
  return SHARE[settings().pace];
}

/** The seconds between two actions that the service leaves at the chosen pace. */
export function seconds() {
  return SECONDS[settings().pace];
}

/** Lets the computers of a game that people only watch play at the chosen pace. */
export function playAtPace(id) {
  return patch(`/api/games/${id}`, { pace: seconds() });
}

/** The choice of a pace as buttons in a row. */
export function paceButtons(choose) {
  return h(
    "span",
    { class: "paces", role: "group", "aria-label": t("set.pace") },
    CHOICES.pace.map((pace) =>
      h(
        "button",
        { type: "button", class: "button chrome small", "aria-pressed": String(settings().pace === pace), onclick: () => choose(pace), data: { focus: `pace-${pace}` } },
        t(`set.pace.${pace}`),
      ),
    ),
  );
}
