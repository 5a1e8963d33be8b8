import type { VisitPage } from '#domain/visits/visit-rules.ts';
import type { Answer, Refusal } from '#web/visit-page/visit-api.ts';

/** What the visitor does by pressing. */
export type Deed = 'cancel' | 'move';

/** Why a press changed nothing, or what changed without one. */
export interface Notice {
  kind: Exclude<Refusal, 'unknown' | 'taken'>;
  deed: Deed | null;
}

export interface FoundVisit {
  status: 'found';
  visit: VisitPage;
  /** What was done here and still holds. */
  done: Deed | null;
  notice: Notice | null;
}

export type VisitState =
  | { status: 'waiting' }
  | { status: 'failed'; limited: boolean }
  | { status: 'unknown' }
  | FoundVisit;

/** After the visit was read: at first, on a return to the page, or as a limit passed. */
export function afterRead(state: VisitState, answer: Answer): VisitState {
  const found = state.status === 'found' ? state : null;
  if (answer.kind === 'unknown') return { status: 'unknown' };
  if (answer.kind !== 'visit') return found ?? { status: 'failed', limited: answer.kind === 'limited' };
  const { visit } = answer;
  if (!found) return { status: 'found', visit, done: null, notice: null };
  const isMoved = visit.start !== found.visit.start;
  const holds = !isMoved && visit.status === found.visit.status;
  const notice: Notice | null = isMoved ? { kind: 'changed', deed: null } : found.notice;
  return { status: 'found', visit, done: holds ? found.done : null, notice };
}

/** After a press; `fresh` is the visit read again, where the refusal says that the shown one is out of date. */
export function afterDeed(state: FoundVisit, deed: Deed, answer: Answer, fresh: Answer | null): VisitState {
  if (answer.kind === 'visit') return { status: 'found', visit: answer.visit, done: deed, notice: null };
  if (answer.kind === 'unknown' || fresh?.kind === 'unknown') return { status: 'unknown' };
  const visit = fresh?.kind === 'visit' ? fresh.visit : state.visit;
  const notice = answer.kind === 'taken' ? null : { kind: answer.kind, deed };
  return { status: 'found', visit, done: null, notice };
}

/** Refusals after which the shown visit is out of date. */
export function isOutdated({ kind }: Answer): boolean {
  return kind === 'changed' || kind === 'late' || kind === 'moves';
}
