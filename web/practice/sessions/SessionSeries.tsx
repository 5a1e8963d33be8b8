import { useQuery } from '@tanstack/react-query';
import { seriesQuery } from '#web/practice/series/queries.ts';
import { SeriesMenu } from '#web/practice/series/SeriesMenu.tsx';
import type { SessionRecord } from '#web/practice/sessions/queries.ts';

interface SessionSeriesProps {
  session: SessionRecord;
  /** One of the menu's dialogs has opened or closed. */
  onAsk: (asking: boolean) => void;
  /** The series has ended, and the session with it. */
  onGone: () => void;
}

/** What can be done with the series of a session. */
export function SessionSeries({ session, onAsk, onGone }: SessionSeriesProps) {
  const { data } = useQuery(seriesQuery());
  const series = data?.find(({ id }) => id === session.series);
  return series && <SeriesMenu series={series} session={session} onAsk={onAsk} onGone={onGone} />;
}
