import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Answer, askFor } from '#web/visit-page/visit-api.ts';
import {
  afterDeed,
  afterRead,
  type Deed,
  type FoundVisit,
  isOutdated,
  type VisitState,
} from '#web/visit-page/visit-state.ts';
import { nextMoment } from '#web/visit-page/visit-words.ts';
import { useRefreshOnReturn } from '#web/visitor/use-refresh-on-return.ts';

/** The longest wait of `setTimeout`. */
const LONGEST_MS = 2 ** 31 - 1;
const SECOND = 1000;

/** The visit behind a link and the two things that can be done with it. */
export function useVisit(token: string) {
  const [state, setState] = useState<VisitState>(token === '' ? { status: 'unknown' } : { status: 'waiting' });
  const [sending, setSending] = useState<Deed | null>(null);
  // State lags one render behind the second of two quick clicks.
  const underWay = useRef(false);
  const presses = useRef(0);

  const read = async () => {
    const before = presses.current;
    const answer = await askFor(token, { path: '/api/visit' });
    // What was read before a press must not replace its result.
    if (before === presses.current && !underWay.current) setState((known) => afterRead(known, answer));
  };
  const onRead = useEffectEvent(() => void read());

  const waiting = state.status === 'waiting';
  useEffect(() => {
    if (waiting) onRead();
  }, [waiting]);

  const visit = state.status === 'found' ? state.visit : null;
  useRefreshOnReturn(() => visit && void read());
  useEffect(() => {
    const moment = visit && nextMoment(visit, Date.now());
    if (!moment) return;
    // The last moment still counts as in time.
    const timer = setTimeout(onRead, Math.min(moment - Date.now() + SECOND, LONGEST_MS));
    return () => clearTimeout(timer);
  }, [visit]);

  /** `start` is the wanted time of a move. Returns what became of it; null for the second of two quick presses. */
  const act = async (found: FoundVisit, deed: Deed, start: string = ''): Promise<Answer['kind'] | null> => {
    if (underWay.current) return null;
    underWay.current = true;
    presses.current += 1;
    setSending(deed);
    const { start: seen } = found.visit;
    const answer = await askFor(
      token,
      deed === 'cancel' ? { path: '/api/visit/cancel', seen } : { path: '/api/visit/move', seen, start },
    );
    const fresh = isOutdated(answer) ? await askFor(token, { path: '/api/visit' }) : null;
    underWay.current = false;
    setSending(null);
    setState(afterDeed(found, deed, answer, fresh));
    return answer.kind;
  };

  return { state, sending, act, retry: () => setState({ status: 'waiting' }) };
}
