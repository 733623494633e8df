/** Addresses of pages that several pages lead to. */

/** The page with the rules and charts of a title: `{edition, game}` as far as they are known, and what on it to show. */
export function referenceAddress(title, { edition = null, game = null } = {}, part = "") {
  const query = new URLSearchParams(Object.entries({ edition, game }).filter(([, value]) => value));
  return `/reference/${title}${query.size ? `?${query}` : ""}${part && `#${part}`}`;
}
