import { lazyPart } from '#web/parts/lazy-part.tsx';

export interface SeriesMarkProps {
  /** The series of a session; '' for a single one, which has no mark. */
  series: string;
  id?: string;
}

// Rows wait neither for the words of a rule nor for the series themselves.
const Sign = lazyPart<SeriesMarkProps>(
  async () => (await import('#web/series/SeriesSign.tsx')).SeriesSign,
  () => true,
  null,
);

/** The small ↻ of a session that repeats, with the rule as its name (SERIES-08). */
export function SeriesMark(props: SeriesMarkProps) {
  return props.series ? <Sign {...props} /> : null;
}
