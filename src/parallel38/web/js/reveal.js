/** Brings into view where units from beside the map may be placed, if none of these hexes can be seen. */

import { isHex, point } from "./grid.js";
import { on, store, unit } from "./store.js";
import { centre, cover, seen, zoom, UNIT } from "./view.js";

/** Looks whenever other hexes are lit. */
export function watchPlacing() {
  on(["spots"], () => {
    const outside = store.picked.length > 0 && store.picked.every((id) => !isHex(unit(id)?.place));
    const hexes = [...store.spots.keys()];
    if (outside && hexes.length && !hexes.some(visible)) centre(nearest(hexes));
  });
}

/** Whether a hex is seen, and not under the sheet of a phone. */
function visible(hex) {
  const [x0, y0, x1, y1] = seen();
  const { x, y } = point(hex);
  return x > x0 && x < x1 && y > y0 && y < y1 - cover() / (UNIT * zoom());
}

/** The hex that lies nearest to the middle of what is seen. */
function nearest(hexes) {
  const [x0, y0, x1, y1] = seen();
  const far = (hex) => Math.hypot(point(hex).x - (x0 + x1) / 2, point(hex).y - (y0 + y1) / 2);
  return hexes.reduce((best, hex) => (far(hex) < far(best) ? hex : best));
}
