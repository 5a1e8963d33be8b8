import { useBlocker, useRouter } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { LeaveQuestion } from '#web/practice/record-form/leave-question.ts';
import { reopenForm } from '#web/practice/record-form/reopened-form.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** What happens to the typed values when the form is left. */
export type LeaveOutcome = 'kept' | 'texts-kept' | 'lost';

interface Guarded {
  /** The form is shown. */
  opened: boolean;
  isUnsaved: () => boolean;
  /** Enough new text that discarding it needs a question. */
  isLong: () => boolean;
  outcome: () => LeaveOutcome;
  /** The name of the form's drafts. */
  name: string;
  /** Keeps the fields that outlive the form as a draft, and drops the rest. */
  onLeave: () => void;
  /** Discards all typed values. */
  onDiscard: () => void;
}

const KEPT: Record<Exclude<LeaveOutcome, 'lost'>, string> = {
  kept: 'Черновик сохранён',
  'texts-kept': 'Тексты сохранены черновиком, остальные изменения\u00A0— нет',
};

/** Guards every way out of a form with unsaved values: a question where they would be lost, otherwise the way back. */
export interface LeaveGuard {
  /** The open question, if any. */
  question: 'leave' | 'discard' | null;
  /** The form's own dialog is hidden: a question is open, or its decision is being carried out. */
  hidesForm: boolean;
  /** Calls `goOn`, at once or, where nothing is kept, after the person confirms the loss. */
  leave: (goOn: () => void) => void;
  /** Discards the typed values and calls `goOn`; asks first only when the loss would hurt. */
  discard: (goOn: () => void) => void;
  stay: () => void;
  go: () => void;
}

export function useLeaveGuard({ opened, onLeave, onDiscard, outcome, name, ...guarded }: Guarded): LeaveGuard {
  const router = useRouter();
  const [question] = useState(() => new LeaveQuestion());
  const state = useSyncExternalStore(question.subscribe, question.state);
  useEffect(() => {
    if (!opened) return;
    return () => {
      question.reset();
      toast.dismissRetries();
    };
  }, [opened, question]);
  const leaveKeeping = () => {
    const left = guarded.isUnsaved() ? outcome() : 'lost';
    const { href } = router.state.location;
    onLeave();
    if (left === 'lost') return;
    const back = () => {
      // On a slow connection the form may still be there.
      question.reset();
      if (router.state.location.href !== href) router.history.push(href);
      reopenForm({ form: name, href });
    };
    toast.info(KEPT[left], { action: { text: 'Вернуться', onPress: back } });
  };
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      if (!opened || !question.stops(guarded, current, next)) return false;
      if (outcome() === 'lost') return true;
      question.go(leaveKeeping);
      return false;
    },
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
      question.ask('leave', { ...guarded, isUnsaved: () => guarded.isUnsaved() && outcome() === 'lost' }, () => {
        leaveKeeping();
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
