import type { Pay } from '#domain/money/ask-pay.ts';
import type { Place } from '#domain/places/place.ts';

export const LATE_CANCEL = ['refuse', 'note'] as const;
export type LateCancel = (typeof LATE_CANCEL)[number];

export const VISIT_DEFAULTS = {
  cancel_hours: 24,
  move_hours: 24,
  max_moves: 2,
  late_cancel: 'refuse',
  public_phone: '',
} as const;

/** A session that its client opens, or a request that is not decided yet. */
export interface VisitState {
  kind: 'session' | 'booking';
  status: 'planned' | 'pending' | 'cancelled' | 'past';
  start: Temporal.Instant;
  moves: number;
}

export interface VisitRules {
  cancelHours: number;
  moveHours: number;
  maxMoves: number;
  lateCancel: LateCancel;
  /** Whether a late cancellation of this visit must be paid. */
  latePaid: boolean;
}

export interface VisitRights {
  /** `paid`: whether a cancellation must be paid now. */
  cancel: { may: 'yes' | 'late' | 'no'; until: Temporal.Instant; paid: boolean };
  move: { may: 'yes' | 'no'; until: Temporal.Instant; left: number };
}

/** Returns what a client may do with a visit now. The last moment counts as in time. */
export function visitRights(visit: VisitState, rules: VisitRules, now: Temporal.Instant): VisitRights {
  const { kind, status, start, moves } = visit;
  const isBefore = (moment: Temporal.Instant): boolean => Temporal.Instant.compare(now, moment) <= 0;
  const isAhead = Temporal.Instant.compare(now, start) < 0;
  if (kind === 'booking') {
    const may = status === 'pending' ? 'yes' : 'no';
    return { cancel: { may, until: start, paid: false }, move: { may: 'no', until: start, left: 0 } };
  }
  const isOpen = status === 'planned' && isAhead;
  const cancelUntil = start.subtract({ hours: rules.cancelHours });
  const moveUntil = start.subtract({ hours: rules.moveHours });
  const left = Math.max(0, rules.maxMoves - moves);
  const late = rules.lateCancel === 'note' ? 'late' : 'no';
  const may = isOpen ? (isBefore(cancelUntil) ? 'yes' : late) : 'no';
  return {
    cancel: { may, until: cancelUntil, paid: may === 'late' && rules.latePaid },
    move: { may: isOpen && left > 0 && isBefore(moveUntil) ? 'yes' : 'no', until: moveUntil, left },
  };
}

/** Returns the state of a session for its client at `now`. */
export function statusOfSession(
  { status, start, duration }: { status: string; start: Temporal.Instant; duration: number },
  now: Temporal.Instant,
): VisitState['status'] {
  if (status === 'canceled') return 'cancelled';
  const isOver = Temporal.Instant.compare(start.add({ minutes: duration }), now) <= 0;
  return status === 'completed' || isOver ? 'past' : 'planned';
}

/** `POST /api/visit` */
export interface VisitPage {
  kind: VisitState['kind'];
  status: VisitState['status'];
  /** '2026-11-24T07:00:00Z' */
  start: string;
  /** In minutes. */
  duration: number;
  /** The practitioner's name. */
  name: string;
  timeZone: string;
  cancel: { may: VisitRights['cancel']['may']; until: string; paid: boolean };
  move: { may: VisitRights['move']['may']; until: string; left: number };
  phone: string;
  /** null for a request, and once the visit is cancelled or past. */
  place: Place | null;
  /**
   * How to pay, with the price as people read it ('' for none), if the practitioner wants that shown; null for a
   * request, and once the visit is cancelled or past.
   */
  pay: (Pick<Pay, 'text' | 'link'> & { sum: string }) | null;
  /** Set for a late cancellation. */
  late?: true;
  /**
   * The path of the page on which to request another time; set for a cancelled visit while that page accepts requests.
   */
  again?: string;
}
