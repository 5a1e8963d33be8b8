import { printInstant } from '#domain/time/instant.ts';
import { useEffect, useRef } from 'react';
import type { ClientPlaceRecord } from '#web/practice/places/place-words.ts';
import type { PricedClient } from '#web/practice/money/priced.ts';
import { ChangedElsewhere } from '#web/practice/record-form/ChangedElsewhere.tsx';
import { DeletedElsewhere } from '#web/practice/record-form/DeletedElsewhere.tsx';
import type { LetterReader } from '#web/practice/letters/letter-address.ts';
import { LetterLine } from '#web/practice/letters/LetterLine.tsx';
import { showOutcome } from '#web/practice/sessions/outcome-words.ts';
import { OverlapBox } from '#web/practice/sessions/OverlapBox.tsx';
import { SESSION_WORDS, startOf } from '#web/practice/sessions/session-form.ts';
import { PreviousTexts } from '#web/practice/sessions/PreviousTexts.tsx';
import { SessionBasics } from '#web/practice/sessions/SessionBasics.tsx';
import classes from '#web/practice/sessions/SessionForm.module.css';
import { SessionTexts } from '#web/practice/sessions/SessionTexts.tsx';
import type { SessionEditing } from '#web/practice/sessions/use-session-form.ts';
import { useLetterOfSave } from '#web/practice/sessions/use-letter-of-save.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';

interface SessionStepsProps {
  editing: SessionEditing;
  client: (LetterReader & Partial<ClientPlaceRecord> & Partial<Pick<PricedClient, 'price'>>) | undefined;
}

/** The fields of the current step. The focus follows from step to step. */
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
        >
          Сохранить изменения больше некуда. Введённое можно скопировать.
        </DeletedElsewhere>
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
