import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { LeaveQuestion } from '#web/record-form/leave-question.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** What happens to the typed values when the form is left. */
export type LeaveOutcome = 'kept' | 'texts-kept' | 'lost';

interface Guarded {
  /** The form is shown. */
  opened: boolean;
  isUnsaved: () => boolean;
  /** Enough new text that discarding it needs a question. */
  isLong: () => boolean;
  /** Keeps the fields that outlive the form as a draft, and drops the rest. */
  onLeave: () => void;
  /** Discards all typed values. */
  onDiscard: () => void;
}

/** Guards every way out of a form with unsaved values. */
export interface LeaveGuard {
  /** The open question, if any. */
  question: 'leave' | 'discard' | null;
  /** The form's own dialog is hidden: a question is open, or its decision is being carried out. */
  hidesForm: boolean;
  /** Calls `goOn`, at once or after the person confirms leaving the typed values. */
  leave: (goOn: () => void) => void;
  /** Discards the typed values and calls `goOn`; asks first only when the loss would hurt. */
  discard: (goOn: () => void) => void;
  stay: () => void;
  go: () => void;
}

export function useLeaveGuard({ opened, onLeave, onDiscard, ...guarded }: Guarded): LeaveGuard {
  const [question] = useState(() => new LeaveQuestion());
  const state = useSyncExternalStore(question.subscribe, question.state);
  useEffect(() => {
    if (!opened) return;
    return () => {
      question.reset();
      toast.dismissRetries();
    };
  }, [opened, question]);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => opened && question.stops(guarded, current, next),
    withResolver: true,
    enableBeforeUnload: false,
    disabled: !opened,
  });
  const blocked = blocker.status === 'blocked';
  const asked = state === 'leave' || state === 'discard' ? state : null;
  return {
    question: blocked ? 'leave' : asked,
    hidesForm: opened && (blocked || state !== 'open'),
    leave: (goOn) =>
      question.ask('leave', guarded, () => {
        onLeave();
        goOn();
      }),
    discard: (goOn) =>
      question.ask('discard', guarded, () => {
        onDiscard();
        goOn();
      }),
    stay: () => {
      if (blocked) blocker.reset();
      question.reset();
    },
    go: () => {
      if (!blocked) question.go();
      else
        question.go(() => {
          onLeave();
          blocker.proceed();
        });
    },
  };
}
