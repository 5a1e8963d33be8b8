import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import type { SeriesMarkProps } from '#web/practice/series/SeriesSign.tsx';

// Loads on demand, so that rows do not wait for the code that formats a rule.
const Sign = lazyPart(async () => (await import('#web/practice/series/SeriesSign.tsx')).SeriesSign, {
  coming: null,
});

/** The small ↻ of a session in a series; its accessible name is the rule (SERIES-08). */
export function SeriesMark(props: SeriesMarkProps) {
  return props.series ? <Sign {...props} /> : null;
}
