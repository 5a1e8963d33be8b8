import { useEffect, useRef } from 'react';
import { placeOf } from '#domain/places/place.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { statusOfSession } from '#domain/visits/visit-rules.ts';
import { capital, showDayAndMonth, showTime, showWeekday } from '#web/ground/format/dates.ts';
import { showDuration } from '#web/ground/format/duration.ts';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { JoinLink } from '#web/practice/places/JoinLink.tsx';
import { showPlace } from '#web/practice/places/place-words.ts';
import { DraftLine } from '#web/practice/record-form/DraftLine.tsx';
import { SeriesMark } from '#web/practice/series/SeriesMark.tsx';
import { showOutcome } from '#web/practice/sessions/outcome-words.ts';
import type { SessionRecord } from '#web/practice/sessions/queries.ts';
import { SessionActions, type SessionActionsProps } from '#web/practice/sessions/SessionActions.tsx';
import classes from '#web/practice/sessions/SessionForm.module.css';
import { SessionLetters } from '#web/practice/sessions/SessionLetters.tsx';
import reading from '#web/practice/sessions/SessionReading.module.css';
import { SessionStatusBadge } from '#web/practice/sessions/SessionStatusBadge.tsx';
import { whoAndWhen } from '#web/practice/sessions/who-and-when.ts';
import { isWritten, WrittenTexts } from '#web/practice/sessions/WrittenTexts.tsx';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { useNow } from '#web/ui/page/use-now.ts';

const SessionMoney = lazyPart(async () => (await import('#web/practice/money/SessionMoney.tsx')).SessionMoney, {
  coming: null,
});

/** A stored session in read mode: when, where, what was written, and its one-press actions. */
export function SessionReading(props: SessionActionsProps) {
  const { editing, session } = props;
  const { timeZone, draft } = editing;
  const { turned } = editing.flow;
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (turned) root.current?.focus({ preventScroll: true });
  }, [turned]);
  const ahead = statusOfSession({ ...session, start: parseStoredInstant(session.date) }, useNow()) === 'planned';
  const outcome = showOutcome(session, timeZone);
  // The form has no description: only imports or other programs set it. If all texts are locked, the texts below say
  // so.
  const description = session.description?.trim() ?? '';
  return (
    <div ref={root} tabIndex={-1} role="group" aria-label="Сессия" className={`${classes.stack} ${reading.reading}`}>
      <div className="grid gap-3">
        <WhenItIs session={session} timeZone={timeZone} />
        <WhereItIs session={session} />
        <WhatItCosts session={session} timeZone={timeZone} />
        {outcome.length > 0 && <InlineBox kind="info">{outcome.join('. ')}.</InlineBox>}
      </div>
      <SessionActions {...props} />
      {(isWritten(session) || description !== '') && (
        <section aria-label="Записи" className={reading.records}>
          {description !== '' && (
            <dl className={reading.texts}>
              <div>
                <dt>Описание</dt>
                <dd translate="no">{description}</dd>
              </div>
            </dl>
          )}
          <WrittenTexts className={reading.texts} news={session.news} thoughts={session.thoughts} />
        </section>
      )}
      <SessionLetters session={session} ahead={ahead} timeZone={timeZone} />
      {draft.leftAt && <DraftLine draft={draft} />}
    </div>
  );
}

/** «10:00–11:00 Понедельник, 30 ноября 2026», and below it the length and the status. */
function WhenItIs({ session, timeZone }: { session: SessionRecord; timeZone: string }) {
  const start = parseStoredInstant(session.date).toZonedDateTimeISO(timeZone);
  const day = start.toPlainDate();
  return (
    <div>
      <p className={reading.when}>
        <b className="nowrap">
          {showTime(start)}–{showTime(start.add({ minutes: session.duration }))}
        </b>{' '}
        {capital(showWeekday(day))},{' '}
        <span className="nowrap">
          {showDayAndMonth(day)} {day.year}
        </span>
      </p>
      <p className={classes.summary}>
        <SessionStatusBadge status={session.status} outcome={session.outcome} />
        <span className="secondary">{showDuration(session.duration)}</span>
        <SeriesMark series={session.series} />
      </p>
    </div>
  );
}

/** The price and whether it is paid; the space is reserved if a price applies. */
function WhatItCosts({ session, timeZone }: { session: SessionRecord; timeZone: string }) {
  const usual = useProfile().price;
  const client = session.expand?.client;
  if (!client) return null;
  const holds = (session.price ?? client.price ?? usual) !== null;
  return (
    <div className={holds ? reading.money : ''}>
      <SessionMoney session={session} client={client} what={whoAndWhen(session, timeZone)} />
    </div>
  );
}

/** The place, and the link to join (PLACE-01). */
function WhereItIs({ session }: { session: SessionRecord }) {
  const { place: own, expand } = session;
  const { place = '', place_link = '' } = expand?.client ?? {};
  const where = placeOf({ session: { place: own }, client: { place, place_link }, profile: useProfile() });
  const shown = showPlace(where);
  if (shown === '') return null;
  return (
    <div role="group" aria-label="Место" className={reading.place}>
      <p className="shrinks anywhere">{shown}</p>
      {where.link !== '' && <JoinLink link={where.link} />}
    </div>
  );
}
