import type { VisitPage } from '#domain/visits/visit-rules.ts';
import { dialLink, limitsOf, movesLeft } from '#web/public/visit-page/visit-words.ts';
import type { Zones } from '#web/public/visitor/zone-comparison.ts';
import { readClock } from '#web/ground/browser/clock.ts';

interface LimitWordsProps {
  visit: VisitPage;
  zones: Zones;
  /** The question itself says what a late cancellation comes to. */
  asking: boolean;
}

/** 'Отменить или перенести можно до …', or by phone alone. */
export function LimitWords({ visit, zones, asking }: LimitWordsProps) {
  const { text, terms, call } = limitsOf(visit, zones, readClock());
  const link = dialLink(visit.phone);
  return (
    <>
      {[text, asking ? '' : terms, movesLeft(visit)].filter(Boolean).join(' ')}
      {call && (
        <>
          {text && ' '}
          {call} {link ? <a href={link}>{visit.phone}</a> : <bdi>{visit.phone}</bdi>}.
        </>
      )}
    </>
  );
}
