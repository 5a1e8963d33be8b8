import { printInstant, type StoredInstant } from '#domain/time/instant.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ClientPlaceRecord } from '#web/practice/places/place-words.ts';
import type { PricedClient } from '#web/practice/money/priced.ts';
import { ChangedElsewhere } from '#web/practice/record-form/ChangedElsewhere.tsx';
import { DeletedElsewhere } from '#web/practice/record-form/DeletedElsewhere.tsx';
import type { LetterReader } from '#web/practice/letters/letter-address.ts';
import { LetterLine } from '#web/practice/letters/LetterLine.tsx';
import { showOutcome } from '#web/practice/sessions/outcome-words.ts';
import { SESSION_WORDS, startOf } from '#web/practice/sessions/session-form.ts';
import { SessionBasics } from '#web/practice/sessions/SessionBasics.tsx';
import classes from '#web/practice/sessions/SessionForm.module.css';
import { SessionTexts } from '#web/practice/sessions/SessionTexts.tsx';
import type { SessionEditing } from '#web/practice/sessions/use-session-form.ts';
import { useLetterOfSave } from '#web/practice/sessions/use-letter-of-save.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';
import { showDayAndMonth, showTime, zoned } from '#web/ground/format/dates.ts';
import type { HeldSpan } from '#web/practice/sessions/overlap.ts';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import previousTexts from '#web/practice/sessions/PreviousTexts.module.css';
import { previousTextsQuery } from '#web/practice/sessions/queries.ts';
import reading from '#web/practice/sessions/SessionReading.module.css';
import { isWritten, WrittenTexts } from '#web/practice/sessions/WrittenTexts.tsx';

interface SessionStepsProps {
  editing: SessionEditing;
  client: (LetterReader & Partial<ClientPlaceRecord> & Partial<Pick<PricedClient, 'price'>>) | undefined;
}

/** The fields of the current step. The focus moves with the step. */
export function SessionSteps({ editing, client }: SessionStepsProps) {
  const { values, errors, change, draft, session, timeZone, series, deleted } = editing;
  const { step, turned } = editing.flow;
  const outcome = session ? showOutcome(session, timeZone) : [];
  const overlap = editing.taken && <OverlapBox overlap={editing.overlap} timeZone={timeZone} />;
  const letter = useLetterOfSave(editing, client);
  const root = useRef<HTMLDivElement>(null);
  const place = editing.writes ? 'texts' : step;
  const start = startOf(values, timeZone);
  const shown = useRef<typeof place>(turned ? 0 : 1);
  const phone = useIsPhone();
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    // On the phone, a focused field would open the keyboard over half of the step.
    const field = place === 'texts' && !phone ? root.current?.querySelector('textarea') : null;
    (field ?? root.current)?.focus({ preventScroll: true });
  }, [place, phone]);
  return (
    <div
      ref={root}
      tabIndex={-1}
      role="group"
      aria-label={step === 2 ? 'Шаг 2: Детали' : 'Шаг 1: Информация'}
      className={classes.stack}
    >
      {deleted ? (
        <DeletedElsewhere
          title="Эту сессию удалили в&nbsp;другом месте."
          text={[values.news, values.thoughts].filter(Boolean).join('\n\n')}
        />
      ) : (
        <ChangedElsewhere draft={draft} words={SESSION_WORDS} />
      )}
      {step !== 2 ? (
        <>
          {outcome.length > 0 && <InlineBox kind="info">{outcome.join('. ')}.</InlineBox>}
          <SessionBasics
            session={session}
            values={values}
            errors={errors}
            change={change}
            timeZone={timeZone}
            usual={editing.usual}
            place={client?.place}
            placeLink={client?.place_link}
            price={client?.price ?? null}
            overlap={overlap}
          />
        </>
      ) : (
        <div className={place === 'texts' && editing.clientId !== '' ? classes.writing : classes.stack}>
          {place === 'texts' && editing.clientId !== '' && start && (
            <PreviousTexts
              client={editing.clientId}
              session={session?.id ?? ''}
              before={printInstant(start)}
              timeZone={timeZone}
            />
          )}
          <div className={classes.stack}>
            <SessionTexts
              draft={draft}
              values={values}
              errors={errors}
              change={change}
              series={series}
              leavesTexts={editing.leavesTexts}
              outcome={session?.outcome ?? ''}
              overlap={overlap}
            />
            {!deleted && (
              <LetterLine {...letter} silent={editing.silent} onSilent={editing.onSilent} disabled={editing.saving} />
            )}
          </div>
        </div>
      )}
    </div>
  );
}

interface OverlapBoxProps {
  /** The overlapping time; null if only the server knows it. */
  overlap: HeldSpan | null;
  timeZone: string;
}

/** The chosen time is taken: by which session or request, and what to do (SESSION-10). */
function OverlapBox({ overlap, timeZone }: OverlapBoxProps) {
  const advice = 'Можно выбрать свободное время или сохранить намеренно.';
  if (!overlap) {
    return (
      <InlineBox kind="overlap" announce title="Это время уже занято.">
        {advice}
      </InlineBox>
    );
  }
  const start = overlap.start.toZonedDateTimeISO(timeZone);
  const end = overlap.end.toZonedDateTimeISO(timeZone);
  const whose = overlap.kind === 'request' ? 'с\u00A0новой заявкой' : 'с\u00A0другой сессией';
  return (
    <InlineBox kind="overlap" announce title={`Время пересекается ${whose}.`}>
      <span className="nowrap">
        {showTime(start)}–{showTime(end)}
      </span>
      {overlap.name && ', '}
      <bdi>{overlap.name}</bdi>. {advice}
    </InlineBox>
  );
}

interface PreviousTextsProps {
  client: string;
  /** The session being edited; '' for a new one. */
  session: string;
  /** Its start. */
  before: StoredInstant;
  timeZone: string;
}

/**
 * The texts of the client's previous session: beside the fields if there is room, otherwise folded above them
 * (CARD-03).
 */
function PreviousTexts({ client, session, before, timeZone }: PreviousTextsProps) {
  const beside = useMediaQuery('(width >= 64em)', false, { getInitialValueInEffect: false });
  const { data: sessions, isError } = useQuery(previousTextsQuery(client, session, before));
  const data = sessions && (sessions.find(isWritten) ?? null);
  const day = data && zoned(data.date, timeZone)?.toPlainDate();
  const title: ReactNode = day ? (
    <>
      Прошлая сессия, <span className="nowrap">{showDayAndMonth(day)}</span>
    </>
  ) : isError ? (
    'Не\u00A0удалось загрузить прошлую сессию'
  ) : data === null ? (
    'Прошлых записей нет'
  ) : (
    'Прошлая сессия'
  );
  const texts = data && <WrittenTexts className={reading.texts} news={data.news} thoughts={data.thoughts} />;
  if (beside) {
    return (
      // Focusable, so that its texts can be scrolled by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <section className={previousTexts.beside} aria-label="Прошлая сессия" tabIndex={0}>
        <h3 className={previousTexts.title}>{title}</h3>
        {texts}
      </section>
    );
  }
  // The same height without texts, so that the fields below stay in place.
  if (!texts) return <p className={previousTexts.line}>{title}</p>;
  return (
    <details className={previousTexts.folded}>
      <summary className={previousTexts.line}>{title}</summary>
      <div className={previousTexts.unfolded}>{texts}</div>
    </details>
  );
}
