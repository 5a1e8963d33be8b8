import { type ReactNode, useEffect, useRef } from 'react';
import { ChangedElsewhere } from '#web/practice/record-form/ChangedElsewhere.tsx';
import { DeletedElsewhere } from '#web/practice/record-form/DeletedElsewhere.tsx';
import type { LetterReader } from '#web/practice/sessions/letter-address.ts';
import { LetterHint } from '#web/practice/sessions/LetterHint.tsx';
import { showOutcome } from '#web/practice/sessions/outcome-words.ts';
import { OverlapBox } from '#web/practice/sessions/OverlapBox.tsx';
import { SESSION_WORDS } from '#web/practice/sessions/session-form.ts';
import { SessionBasics } from '#web/practice/sessions/SessionBasics.tsx';
import classes from '#web/practice/sessions/SessionForm.module.css';
import { SessionRecords } from '#web/practice/sessions/SessionRecords.tsx';
import { SessionTexts } from '#web/practice/sessions/SessionTexts.tsx';
import type { SessionEditing } from '#web/practice/sessions/use-session-form.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';

interface SessionStepsProps {
  editing: SessionEditing;
  client: LetterReader | undefined;
  /** What else can be done with a stored session. */
  actions?: ReactNode;
  /** What the client of a stored session gets. */
  clientSide?: ReactNode;
}

/** The fields of the current step. The focus follows from step to step. */
export function SessionSteps({ editing, client, actions, clientSide }: SessionStepsProps) {
  const { values, errors, change, draft, session, timeZone, series, deleted } = editing;
  const { step } = editing.flow;
  const outcome = session ? showOutcome(session, timeZone) : [];
  const overlap = editing.taken && <OverlapBox overlap={editing.overlap} timeZone={timeZone} />;
  const root = useRef<HTMLDivElement>(null);
  const place = step === 2 && values.status === 'completed' ? 'texts' : step;
  const shown = useRef<typeof place>(1);
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
      aria-label={step === 1 ? 'Шаг 1: Информация' : 'Шаг 2: Детали'}
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
      {step === 1 ? (
        <>
          {outcome.length > 0 && <InlineBox kind="info">{outcome.join('. ')}.</InlineBox>}
          {session && !deleted && (
            <SessionRecords
              session={session}
              values={values}
              draft={draft}
              write={editing.write}
              onRead={() => editing.submit()}
              onRepeat={() => editing.dispatch({ type: 'ask', question: 'repeat' })}
              actions={actions}
            />
          )}
          <SessionBasics
            session={session}
            values={values}
            errors={errors}
            change={change}
            timeZone={timeZone}
            usual={editing.usual}
            overlap={overlap}
          />
          {!deleted && clientSide}
        </>
      ) : (
        <>
          <SessionTexts
            draft={draft}
            values={values}
            errors={errors}
            change={change}
            series={series}
            leavesTexts={editing.leavesTexts}
            overlap={overlap}
          />
          {!deleted && (
            <LetterHint session={session} values={values} timeZone={timeZone} series={series} client={client} />
          )}
        </>
      )}
    </div>
  );
}
