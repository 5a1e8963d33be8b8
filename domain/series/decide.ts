import { badRequest } from '#domain/errors.ts';
import { momentOn } from '#domain/series/occurrences.ts';
import type { Decisions } from '#domain/series/series.ts';
import type { Judged } from '#domain/series/verdict.ts';

/** An occurrence that becomes a session; `startMs` is in epoch milliseconds. */
export interface Placement {
  date: string;
  startMs: number;
  /** Whether it overlaps other time on purpose. */
  deliberate: boolean;
}

export interface Decided {
  placed: Placement[];
  /** Dates, 'YYYY-MM-DD'. */
  skipped: string[];
}

/**
 * Applies the decisions to the occurrences that were shown. Throws a 400 for a conflict without a decision, and for a
 * decision that was not offered.
 */
export function decide(shown: readonly Judged[], decisions: Decisions, timeZone: string): Decided {
  const dates = new Set(shown.map(({ date }) => date));
  if (Object.keys(decisions).some((date) => !dates.has(date))) throw notOffered();
  const decided: Decided = { placed: [], skipped: [] };
  for (const { date, startMs, verdict, free } of shown) {
    const decision = Object.hasOwn(decisions, date) ? decisions[date] : undefined;
    if (decision === 'skip') decided.skipped.push(date);
    else if (verdict === 'free' ? decision === undefined : decision === 'overlap') {
      decided.placed.push({ date, startMs, deliberate: verdict === 'taken' });
    } else if (decision === undefined) throw undecided();
    else if (verdict === 'free' && decision === 'overlap') decided.placed.push({ date, startMs, deliberate: false });
    else if (free.includes(decision)) {
      const other = momentOn(Temporal.PlainDate.from(date), Temporal.PlainTime.from(decision), timeZone);
      decided.placed.push({ date, startMs: other.startMs, deliberate: false });
    } else throw notOffered();
  }
  return decided;
}

function undecided(): Error {
  const message = 'Each conflict needs a decision.';
  return badRequest(message, { decisions: { code: 'undecided', message } });
}

function notOffered(): Error {
  const message = 'A decision was not offered.';
  return badRequest(message, { decisions: { code: 'validation_invalid_value', message } });
}
