import type { VisitPage } from '#domain/visits/visit-rules.ts';
import type { Answer, Refusal } from '#web/public/visit-page/visit-api.ts';

/** The visitor's actions. */
export type Deed = 'cancel' | 'move';

/** Why an action changed nothing, or what changed without one. */
export interface Notice {
  kind: Exclude<Refusal, 'unknown' | 'taken'>;
  deed: Deed | null;
}

export interface FoundVisit {
  status: 'found';
  visit: VisitPage;
  /** The action that was taken here and still applies; 'late' for a cancellation that counts as late. */
  done: Deed | 'late' | null;
  notice: Notice | null;
}

export type VisitState =
  | { status: 'waiting' }
  | { status: 'failed'; limited: boolean }
  | { status: 'unknown' }
  | FoundVisit;

/** The state after a read: the first one, on return to the page, or when a time limit passes. */
export function afterRead(state: VisitState, response: Answer): VisitState {
  const found = state.status === 'found' ? state : null;
  if (response.kind === 'unknown') return { status: 'unknown' };
  if (response.kind !== 'visit') return found ?? { status: 'failed', limited: response.kind === 'limited' };
  const { visit } = response;
  if (!found) return { status: 'found', visit, done: null, notice: null };
  const isMoved = visit.start !== found.visit.start;
  const holds = !isMoved && visit.status === found.visit.status;
  const notice: Notice | null = isMoved ? { kind: 'changed', deed: null } : null;
  return { status: 'found', visit, done: holds ? found.done : null, notice };
}

/** Returns the state that asks again if the visit has changed since the question or cannot be read; otherwise null. */
export function beforeCancel(state: FoundVisit, fresh: Answer): VisitState | null {
  if (fresh.kind !== 'visit') return afterDeed(state, 'cancel', fresh, null);
  const { kind, start, cancel } = fresh.visit;
  const shown = state.visit;
  if (start !== shown.start) return afterDeed(state, 'cancel', { kind: 'changed' }, fresh);
  if (kind === shown.kind && cancel.may === shown.cancel.may && cancel.paid === shown.cancel.paid) return null;
  return afterDeed(state, 'cancel', { kind: cancel.may === 'no' ? 'late' : 'terms' }, fresh);
}

/** The state after an action; `fresh` is the visit read again, if the shown one may be outdated. */
export function afterDeed(state: FoundVisit, deed: Deed, response: Answer, fresh: Answer | null): VisitState {
  if (response.kind === 'visit') {
    const done = deed === 'cancel' && state.visit.cancel.may === 'late' ? 'late' : deed;
    return { status: 'found', visit: response.visit, done, notice: null };
  }
  if (response.kind === 'unknown' || fresh?.kind === 'unknown') return { status: 'unknown' };
  const visit = fresh?.kind === 'visit' ? fresh.visit : state.visit;
  // The ended visit already explains the refusal.
  const isOver = visit.status === 'cancelled' || visit.status === 'past';
  const notice = response.kind === 'taken' || isOver ? null : { kind: response.kind, deed };
  return { status: 'found', visit, done: null, notice };
}

/** Whether the shown visit may be outdated after this response. */
export function isOutdated(response: Answer): boolean {
  return isLost(response) || ['changed', 'terms', 'late', 'moves'].includes(response.kind);
}

/** Whether an action without a response took effect nevertheless; `start` is the wanted time of a move. */
export function hasArrived(response: Answer, deed: Deed, start: string, { status, ...visit }: VisitPage): boolean {
  return (
    isLost(response) && (deed === 'cancel' ? status === 'cancelled' : status === 'planned' && visit.start === start)
  );
}

function isLost({ kind }: Answer): boolean {
  return kind === 'unreachable' || kind === 'failed';
}
