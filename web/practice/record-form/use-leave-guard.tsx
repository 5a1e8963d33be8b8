import { useBlocker, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ENDS_WITH_TAB } from '#web/practice/record-form/DraftLine.tsx';
import { leadsAway } from '#web/practice/record-form/leads-away.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import type { Question } from '#web/ui/dialog/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast/toast.ts';

/** What happens to the typed values when the form is left. */
export type LeaveOutcome = 'kept' | 'kept-in-tab' | 'texts-kept' | 'lost';

/** The browser's Back closes the form's open question or goes to its previous step. */
export interface StepBack {
  /** Whether a question is open; Back closes it, whatever the previous history entry is. */
  asking: boolean;
  back: () => void;
}

interface Guarded {
  /** The form is shown. */
  opened: boolean;
  stepBack: StepBack | null;
  /** While true, the browser's Back is blocked. */
  isSaving: () => boolean;
  isUnsaved: () => boolean;
  /** Whether enough new text was typed that discarding it needs a confirmation. */
  isLong: () => boolean;
  outcome: () => LeaveOutcome;
  /** Opens the form again if its address alone does not do that. */
  reopen: (() => void) | undefined;
  /** Keeps the fields that outlive the form as a draft and drops the rest. */
  onLeave: () => void;
  /** Discards all typed values. */
  onDiscard: () => void;
}

const KEPT: Record<Exclude<LeaveOutcome, 'lost'>, string> = {
  kept: 'Черновик сохранён',
  'kept-in-tab': ENDS_WITH_TAB,
  'texts-kept': 'Тексты остались черновиком, остальные изменения\u00A0— нет',
};

const LEAVE: Question = {
  title: 'Уйти без сохранения?',
  text: 'Изменения не\u00A0сохранятся.',
  cancel: 'Остаться',
  button: 'Уйти',
};
const DISCARD: Question = {
  title: 'Удалить введённое?',
  text: 'Вы\u00A0ещё не\u00A0сохранили то, что написали. Вернуть удалённое не\u00A0получится.',
  cancel: 'Вернуться к\u00A0форме',
};

/**
 * Guards every way out of a form with unsaved values: asks for confirmation if they would be lost; otherwise keeps them
 * and offers a way back.
 */
export interface LeaveGuard {
  /**
   * The form is being left: its own dialog is hidden. While the confirmation is open, that hides the dialog by itself.
   */
  hidesForm: boolean;
  /** Calls `goOn`, at once or, if nothing is kept, after the person confirms the loss. */
  leave: (goOn: () => void) => void;
  /** Discards the typed values and calls `goOn`; asks first only if the loss would hurt. */
  discard: (goOn: () => void) => void;
}

export function useLeaveGuard({ opened, onLeave, onDiscard, outcome, reopen, stepBack, ...form }: Guarded): LeaveGuard {
  const router = useRouter();
  const [phase, setPhase] = useState<'open' | 'asking' | 'left'>('open');
  /** The current phase, before React re-renders: the blocker below runs synchronously. */
  const now = useRef(phase);
  const isShown = useRef(false);
  const move = (next: typeof phase) => {
    now.current = next;
    setPhase(next);
  };
  useEffect(() => {
    if (!opened) return;
    isShown.current = true;
    return () => {
      isShown.current = false;
      now.current = 'open';
      setPhase('open');
      toast.dismissRetries();
    };
  }, [opened]);

  const go = (goOn: () => void) => {
    move('left');
    goOn();
  };
  const ask = async (question: Question, goOn: () => void) => {
    move('asking');
    const agreed = await confirm({ ...question, run: async () => go(goOn) });
    if (!agreed) move('open');
    return agreed;
  };
  const leaveKeeping = () => {
    const left = form.isUnsaved() ? outcome() : 'lost';
    const { href } = router.state.location;
    onLeave();
    if (left === 'lost') return;
    const back = () => {
      // On a slow connection the form may still be shown.
      const open = isShown.current ? undefined : reopen;
      move('open');
      if (router.state.location.href === href) return open?.();
      const stop = router.subscribe('onRendered', () => {
        stop();
        open?.();
      });
      router.history.push(href);
    };
    toast.info(KEPT[left], { undo: { text: 'Вернуться', onPress: back } });
  };
  const { history } = router;
  const stays = stepBack !== null;
  useEffect(() => {
    // Back from the first history entry would unload the page, which a program cannot prevent.
    if (stays && !history.canGoBack()) history.push(history.location.href, { ...history.location.state, again: true });
  }, [stays, history]);
  useBlocker({
    shouldBlockFn: async ({ action, current, next }) => {
      if (stepBack && action === 'BACK' && now.current === 'open') {
        if (form.isSaving()) return true;
        stepBack.back();
        return stepBack.asking || addressOf(current) !== addressOf(next);
      }
      if (!opened || now.current === 'left' || !form.isUnsaved() || !leadsAway(current, next)) return false;
      if (now.current === 'asking') return true;
      if (outcome() === 'lost') return !(await ask(LEAVE, onLeave));
      go(leaveKeeping);
      return false;
    },
    enableBeforeUnload: false,
    disabled: !opened,
  });
  return {
    hidesForm: opened && phase === 'left',
    leave: (goOn) => {
      const leave = () => {
        leaveKeeping();
        goOn();
      };
      if (form.isUnsaved() && outcome() === 'lost') void ask(LEAVE, leave);
      else go(leave);
    },
    discard: (goOn) => {
      const discard = () => {
        onDiscard();
        goOn();
      };
      if (form.isLong()) void ask(DISCARD, discard);
      else go(discard);
    },
  };
}

function addressOf({ pathname, search }: { pathname: string; search: object }): string {
  return JSON.stringify([pathname, search]);
}
