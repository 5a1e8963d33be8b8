/**
 * How many items one part has: they are rendered in parts. Divisible by every number of columns, so that a part always
 * fills whole rows.
 */
export const PART = 6;
/** How far beyond the viewport parts are rendered, so that Tab always finds its next target. In pixels. */
const AHEAD = 300;

/**
 * The heights of the parts that were rendered, each including the gap above it, at this width of the list. In pixels.
 */
export interface Heights {
  width: number;
  /** The mean of the first parts, used for those not rendered yet. */
  usual: number;
  of: Map<number, number>;
}

const ENOUGH = 8;

/** Measures the rendered parts; returns the layout of the list. */
export function measureParts(list: Element, heights: Heights, total: number) {
  const { top, width } = list.getBoundingClientRect();
  if (width !== heights.width) {
    Object.assign(heights, { width, usual: 0 });
    heights.of.clear();
  }
  const gap = Number.parseFloat(getComputedStyle(list).rowGap) || 0;
  let edge = top - gap;
  let loading = false;
  const tops: number[] = [];
  for (const item of list.querySelectorAll<HTMLElement>(':scope > li')) {
    const box = item.getBoundingClientRect();
    const place = Number(item.getAttribute('aria-posinset') ?? item.dataset['place']);
    const isRoom = 'room' in item.dataset;
    loading ||= 'place' in item.dataset;
    if (place) tops.push(box.top);
    if (!isRoom && place % PART !== 0 && place !== total) continue;
    if (!isRoom && !loading) heights.of.set(Math.ceil(place / PART) - 1, box.bottom - edge);
    edge = box.bottom;
    loading = false;
  }
  // The last part has fewer items.
  const whole = [...heights.of].flatMap(([part, height]) => ((part + 1) * PART < total ? [height] : []));
  if (whole.length <= ENOUGH)
    heights.usual = whole.reduce((sum, height) => sum + height, 0) / Math.max(1, whole.length);
  return { gap, columns: Math.max(1, tops.filter((each) => each === tops[0]).length), usual: heights.usual };
}

/** The first and the last part in the viewport. */
export function partsInSight(list: Element, count: number, heightOf: (part: number) => number) {
  let bottom = list.getBoundingClientRect().top;
  let first = count - 1;
  let last = 0;
  for (let part = 0; part < count; part += 1) {
    const top = bottom;
    bottom += heightOf(part);
    if (bottom >= -AHEAD) first = Math.min(first, part);
    if (top <= window.innerHeight + AHEAD) last = part;
  }
  return { first, last: Math.max(first, last) };
}
