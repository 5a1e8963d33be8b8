import { useEffect, useId, useRef } from 'react';
import { lateTerms } from '#domain/visits/late-terms.ts';
import type { VisitPage } from '#domain/visits/visit-rules.ts';
import classes from '#web/public/visit-page/VisitCard.module.css';
import controls from '#web/public/visitor/controls.module.css';
import { useKeptFocus } from '#web/public/visitor/use-kept-focus.ts';

interface CancelQuestionProps {
  visit: VisitPage;
  sending: boolean;
  onConfirm: () => void;
  onBack: () => void;
}

/** Asks for confirmation in place of the buttons; the focus starts on the harmless one. */
export function CancelQuestion({ visit, sending, onConfirm, onBack }: CancelQuestionProps) {
  const id = useId();
  const back = useRef<HTMLButtonElement>(null);
  const confirm = useKeptFocus(sending);
  useEffect(() => back.current?.focus(), []);

  const isSession = visit.kind === 'session';
  const isLate = visit.cancel.may === 'late';
  return (
    <div
      role="group"
      aria-labelledby={`${id}-question`}
      aria-describedby={isLate ? `${id}-late` : undefined}
      className={classes.question}
    >
      <h2 id={`${id}-question`} className="lead">
        {isSession ? 'Отменить встречу?' : 'Отозвать заявку?'}
      </h2>
      {isLate && (
        <p id={`${id}-late`} className="above-1">
          {lateTerms(visit.cancel.paid)}
        </p>
      )}
      <div className={classes.actions}>
        <button ref={back} type="button" className={controls.secondary} disabled={sending} onClick={onBack}>
          {isSession ? 'Не\u00A0отменять' : 'Не\u00A0отзывать'}
        </button>
        <button
          ref={confirm}
          type="button"
          className={`${controls.primary} ${classes.confirm}`}
          disabled={sending}
          onClick={onConfirm}
        >
          {sending ? 'Отправляем...' : isSession ? 'Да, отменить' : 'Да, отозвать'}
        </button>
      </div>
    </div>
  );
}
