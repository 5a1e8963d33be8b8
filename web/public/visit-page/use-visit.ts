import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readClock } from '#web/ground/browser/clock.ts';
import { type Answer, askFor, type Wish } from '#web/public/visit-page/visit-api.ts';
import {
  afterDeed,
  afterRead,
  beforeCancel,
  type Deed,
  type FoundVisit,
  hasArrived,
  isOutdated,
  type VisitState,
} from '#web/public/visit-page/visit-state.ts';
import { nextMoment } from '#web/public/visit-page/visit-words.ts';
import { useRefreshOnReturn } from '#web/public/visitor/use-refresh-on-return.ts';

/** The longest wait of `setTimeout`. */
const LONGEST_MS = 2 ** 31 - 1;
const SECOND = 1000;

interface Result {
  kind: Answer['kind'] | null;
  next: VisitState;
}

/** Loads the visit behind a link and provides its two actions. */
export function useVisit(token: string) {
  const [state, setState] = useState<VisitState>(token === '' ? { status: 'unknown' } : { status: 'waiting' });
  const [sending, setSending] = useState<Deed | null>(null);
  // State lags one render behind the second of two quick clicks.
  const underWay = useRef(false);
  const presses = useRef(0);

  const ask = () => askFor(token, { path: '/api/visit' });
  const read = async () => {
    const before = presses.current;
    const response = await ask();
    // A response requested before an action must not overwrite its result.
    if (before === presses.current && !underWay.current) setState((known) => afterRead(known, response));
  };
  const onRead = useEffectEvent(() => void read());

  const waiting = state.status === 'waiting';
  useEffect(() => {
    if (waiting) onRead();
  }, [waiting]);

  const visit = state.status === 'found' ? state.visit : null;
  useRefreshOnReturn(() => visit && void read());
  useEffect(() => {
    const now = readClock().epochMilliseconds;
    const moment = visit && nextMoment(visit, now);
    if (!moment) return;
    // The limit itself still counts as in time, so wait one second longer.
    const timer = setTimeout(onRead, Math.min(moment - now + SECOND, LONGEST_MS));
    return () => clearTimeout(timer);
  }, [visit]);

  /** Resets the notice and reloads the visit before another question. */
  const look = () => {
    setState(withoutNotice);
    void read();
  };

  const send = async (found: FoundVisit, deed: Deed, start: string): Promise<Result> => {
    const now = deed === 'cancel' ? await ask() : null;
    const asked = now && beforeCancel(found, now);
    if (asked) return { kind: null, next: asked };
    const { start: seen, kind, cancel, move } = found.visit;
    const wish: Wish =
      deed === 'cancel'
        ? { path: '/api/visit/cancel', seen, kind, may: cancel.may, paid: cancel.paid }
        : { path: '/api/visit/move', seen, start, left: move.left };
    const first = await askFor(token, wish);
    const fresh = isOutdated(first) ? await ask() : null;
    const response = fresh?.kind === 'visit' && hasArrived(first, deed, start, fresh.visit) ? fresh : first;
    return { kind: response.kind, next: afterDeed(found, deed, response, fresh) };
  };

  /** `start` is the wanted time of a move. Resolves to the kind of the response; null if nothing was sent. */
  const act = async (found: FoundVisit, deed: Deed, start: string = ''): Promise<Answer['kind'] | null> => {
    if (underWay.current) return null;
    underWay.current = true;
    presses.current += 1;
    setSending(deed);
    // Clears the notice, so that the same failure appears as a new one.
    setState(withoutNotice);
    const { kind, next } = await send(found, deed, start);
    underWay.current = false;
    setSending(null);
    setState(next);
    return kind;
  };

  return { state, sending, act, look, retry: () => setState({ status: 'waiting' }) };
}

function withoutNotice(state: VisitState): VisitState {
  return state.status === 'found' ? { ...state, notice: null } : state;
}
