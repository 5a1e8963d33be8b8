import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import type { SeriesMarkProps } from '#web/practice/series/SeriesSign.tsx';

// Rows wait neither for the words of a rule nor for the series themselves.
const Sign = lazyPart(async () => (await import('#web/practice/series/SeriesSign.tsx')).SeriesSign, {
  coming: null,
});

/** The small ↻ of a session that repeats, with the rule as its name (SERIES-08). */
export function SeriesMark(props: SeriesMarkProps) {
  return props.series ? <Sign {...props} /> : null;
}
