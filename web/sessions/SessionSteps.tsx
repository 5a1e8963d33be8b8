import { useEffect, useRef } from 'react';
import { SessionBasics } from '#web/sessions/SessionBasics.tsx';
import { SessionChangedElsewhere } from '#web/sessions/SessionChangedElsewhere.tsx';
import classes from '#web/sessions/SessionForm.module.css';
import { SessionRecords } from '#web/sessions/SessionRecords.tsx';
import { SessionTexts } from '#web/sessions/SessionTexts.tsx';
import type { SessionEditing } from '#web/sessions/use-session-form.ts';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';

/** The fields of the step that is shown. The focus follows from step to step. */
export function SessionSteps({ editing }: { editing: SessionEditing }) {
  const { step } = editing;
  const root = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  const phone = useIsPhone();
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // On the phone a focused field would cover half of the step with the keyboard.
    const field = step === 2 && !phone ? root.current?.querySelector('textarea') : null;
    (field ?? root.current)?.focus({ preventScroll: true });
  }, [step, phone]);
  return (
    <div
      ref={root}
      tabIndex={-1}
      data-autofocus
      role="group"
      aria-label={step === 1 ? 'Шаг 1: Информация' : 'Шаг 2: Детали'}
      className={classes.stack}
    >
      <SessionChangedElsewhere editing={editing} />
      {step === 1 ? (
        <>
          <SessionRecords editing={editing} />
          <SessionBasics editing={editing} />
        </>
      ) : (
        <SessionTexts editing={editing} />
      )}
    </div>
  );
}
