import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { LeaveQuestion } from '#web/record-form/leave-question.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** What happens to what was typed when its form is left. */
export type LeaveOutcome = 'kept' | 'texts-kept' | 'lost';

interface Guarded {
  /** The form is shown. */
  opened: boolean;
  isUnsaved: () => boolean;
  /** So much was written that throwing it away is worth a question. */
  isLong: () => boolean;
  /** Leaves as draft what outlives the form, and forgets the rest. */
  onLeave: () => void;
  /** Throws away everything that was typed. */
  onDiscard: () => void;
}

/** Stands between a form with unsaved text and every way out of it. */
export interface LeaveGuard {
  /** The question on the screen. */
  question: 'leave' | 'discard' | null;
  /** The form's own dialog makes room: a question is asked, or its answer is being carried out. */
  hidesForm: boolean;
  /** Goes on with `goOn`, at once or when the person has agreed to leave what was typed. */
  leave: (goOn: () => void) => void;
  /** Throws away what was typed and goes on with `goOn`; asks only where that would hurt. */
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
