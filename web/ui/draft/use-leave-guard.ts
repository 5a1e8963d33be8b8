import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { toast } from '#web/ui/toast/toast.tsx';

/** What happens to what was typed when its form is left. */
export type Fate = 'kept' | 'texts-kept' | 'lost';

interface Guarded {
  /** The form is to be seen. */
  opened?: boolean;
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
  /** The question that stands on the screen. */
  question: 'leave' | 'discard' | null;
  /** The form's own dialog makes room: a question is asked, or its answer is being carried out. */
  covers: boolean;
  /** Goes on with `goOn`, at once or when the person has agreed to leave what was typed. */
  leave: (goOn: () => void) => void;
  /** Throws away what was typed and goes on with `goOn`; asks only where that would hurt. */
  discard: (goOn: () => void) => void;
  stay: () => void;
  go: () => void;
}

interface Question {
  kind: 'leave' | 'discard';
  goOn: () => void;
}

/** The parts of an address by which a form is found besides its path. */
const ADDRESS = ['client', 'session', 'day', 'note'] as const;

interface Address {
  pathname: string;
  search: Record<string, unknown>;
}

function isElsewhere(current: Address, next: Address): boolean {
  return current.pathname !== next.pathname || ADDRESS.some((name) => current.search[name] !== next.search[name]);
}

export function useLeaveGuard({ opened = true, isUnsaved, isLong, onLeave, onDiscard }: Guarded): LeaveGuard {
  const [asked, setAsked] = useState<Question | null>(null);
  const [leaving, setLeaving] = useState(false);
  // The way out may take longer than the event in which it was decided on.
  const decided = useRef(false);
  useEffect(() => {
    if (!opened) return;
    decided.current = false;
    return () => toast.dismissRetries();
  }, [opened]);
  if (!opened && (asked || leaving)) {
    setAsked(null);
    setLeaving(false);
  }
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => opened && !decided.current && isUnsaved() && isElsewhere(current, next),
    withResolver: true,
    enableBeforeUnload: false,
    disabled: !opened,
  });
  const blocked = blocker.status === 'blocked';

  const carryOut = (kind: Question['kind'], goOn: () => void) => {
    decided.current = true;
    setLeaving(true);
    setAsked(null);
    if (kind === 'discard') onDiscard();
    else onLeave();
    goOn();
  };
  const ask = (kind: Question['kind'], goOn: () => void) => {
    if (kind === 'leave' ? isUnsaved() : isLong()) setAsked({ kind, goOn });
    else carryOut(kind, goOn);
  };

  return {
    question: blocked ? 'leave' : (asked?.kind ?? null),
    covers: blocked || asked !== null || leaving,
    leave: (goOn) => ask('leave', goOn),
    discard: (goOn) => ask('discard', goOn),
    stay: () => {
      if (blocked) blocker.reset();
      setAsked(null);
    },
    go: () => {
      if (blocked) carryOut('leave', blocker.proceed);
      else if (asked) carryOut(asked.kind, asked.goOn);
    },
  };
}
