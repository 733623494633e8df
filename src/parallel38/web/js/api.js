/**
 * The way to the service: requests with answers in JSON, and the live line of a game with reconnection.
 * Every request names the language of the page; every failure is an ApiError with one sentence.
 */

import { language, t } from "./texts.js";

const WAITS = [1000, 2000, 4000, 8000];

/** A request that brought no result: `status` 0 means that the service did not answer. */
export class ApiError extends Error {
  constructor(status, error, key, data) {
    super(error);
    this.status = status;
    this.error = error;
    this.key = key;
    this.data = data;
  }
}

function address(path, query = {}) {
  const url = new URL(path, location.origin);
  url.searchParams.set("lang", language());
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") url.searchParams.set(name, value);
  }
  return url;
}

async function send(method, path, { query, body, as = "json" } = {}) {
  const init = { method, headers: { Accept: as === "json" ? "application/json" : "*/*" } };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers["Content-Type"] = "application/json";
  }
  let answer;
  let data;
  try {
    answer = await fetch(address(path, query), init);
    if (!answer.ok) data = await answer.json().catch(() => ({}));
    else if (as === "text") data = await answer.text();
    else data = answer.status === 204 ? null : await answer.json();
  } catch {
    // no answer, or a line that broke in the middle of one
    throw new ApiError(0, t("web.error.offline"), "offline", {});
  }
  if (answer.ok) return data;
  throw new ApiError(answer.status, data.error ?? t("web.error.server", { status: answer.status }), data.key, data);
}

/** Asks for JSON. */
export const get = (path, query) => send("GET", path, { query });
/** Asks for text: drawings and style sheets. */
export const getText = (path, query) => send("GET", path, { query, as: "text" });
/** Sends JSON and gives the answer's JSON. */
export const post = (path, body = {}, query = {}) => send("POST", path, { body, query });
/** Changes something. */
export const patch = (path, body) => send("PATCH", path, { body });
/** Takes something away. */
export const del = (path) => send("DELETE", path);

/** Whether a service answers, but has another key than this page: it was started anew, at the same port. */
async function barred() {
  const answer = await fetch("/api/about").catch(() => null);
  return answer?.status === 403;
}

/**
 * The live line of a game. `onMessage(message)` hears each change; `onState("open" | "lost", seconds, barred)` hears
 * whether the line holds, in how many seconds it is tried again, and whether the key of the page is the wrong one.
 * Gives a function that hangs up.
 */
export function live(id, onMessage, onState) {
  let socket = null;
  let tries = 0;
  let timer = 0;
  let left = false;

  function open() {
    const url = address(`/api/games/${encodeURIComponent(id)}/live`);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(url);
    socket.addEventListener("open", () => {
      tries = 0;
      onState?.("open", 0);
    });
    socket.addEventListener("message", (event) => onMessage(JSON.parse(event.data)));
    socket.addEventListener("close", async () => {
      if (left) return;
      const wait = WAITS[Math.min(tries++, WAITS.length - 1)];
      timer = setTimeout(open, wait);
      onState?.("lost", wait / 1000, false);
      if (await barred()) onState?.("lost", wait / 1000, true);
    });
  }

  open();
  return () => {
    left = true;
    clearTimeout(timer);
    socket?.close();
  };
}
