import {
  type ClientMoney,
  type DueRules,
  isMadeDue,
  type MoneyState,
  type PackageUse,
  type Prepaid,
  priceOf,
  type SessionMoney,
} from '#domain/money/money.ts';
import type { SessionOutcome, SessionStatus } from '#domain/sessions/session.ts';
import { daySpan } from '#domain/time/day-span.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';

/** What the settlement needs of a session. */
export interface MoneySession {
  id: string;
  /** Its start, as stored. */
  date: string;
  status: SessionStatus;
  outcome: SessionOutcome;
  /** Its own price in kopecks; null for none. */
  price: number | null;
  waived: boolean;
}

export interface MoneyPayment {
  id: string;
  /** '' for a payment on account. */
  session: string;
  /** In kopecks; negative for a refund. */
  amount: number;
  /** 'YYYY-MM-DD'. */
  paid_on: string;
  created: string;
  /** 0 if it is no package. */
  meetings: number;
  until: string;
}

/** What applies to all sessions of one client. */
export interface MoneyTerms extends DueRules {
  /** The price of the client, otherwise of the practitioner, in kopecks; null for none. */
  price: number | null;
  time_zone: string;
  /** 'YYYY-MM-DD' in that zone. */
  today: string;
}

export interface Settlement extends Omit<ClientMoney, 'client' | 'pay_way'> {
  /** Ordered by start, then id. */
  sessions: SessionMoney[];
}

/** A session while it is being settled: `claim` is what only money can cover. */
interface Entry {
  session: MoneySession;
  price: number | null;
  state: MoneyState | 'claim';
  claim: number;
  covered: number;
}

interface Package {
  payment: MoneyPayment;
  /** The first moment of its first day and of the day after its last one, as stored; '' without an end. */
  from: string;
  to: string;
  used: number;
}

/**
 * Returns who owes what: settles all sessions and payments of one client, in any order, from scratch. Packages come
 * first, then payments for a certain session, then all other money for the oldest dues; refunds last.
 */
export function settle(
  sessions: readonly MoneySession[],
  payments: readonly MoneyPayment[],
  terms: MoneyTerms,
): Settlement {
  const entries = sessions.toSorted(byStart).map((session) => entryOf(session, terms));
  const sorted = payments.toSorted(byDay);
  const packages = coverByPackages(entries, sorted, terms);
  let onAccount = unusedOf(packages.filter((one) => hasEnded(one, terms.today))).amount;
  let waiting = 0;
  let refunded = 0;
  const byId = new Map(entries.map((entry) => [entry.session.id, entry]));
  for (const { amount, meetings, session } of sorted) {
    if (meetings > 0) continue;
    const named = byId.get(session);
    if (amount < 0) refunded -= amount;
    else if (named?.state === 'planned' && !named.session.waived) waiting += amount;
    else onAccount += amount - (named ? cover(named, amount) : 0);
  }
  for (const entry of entries) onAccount -= cover(entry, onAccount);
  takeBack(entries, refunded - onAccount - waiting);
  const settled = entries.map(sessionMoney);
  const unpaid = settled.findIndex(({ due }) => due > 0);
  const paid = sum(settled.map((one) => one.paid));
  return {
    sessions: settled,
    due: sum(settled.map((one) => one.due)),
    paid,
    balance: sum(payments.map(({ amount }) => amount)) - paid,
    since: dayOf(entries[unpaid], terms),
    package: shownPackage(packages, terms.today),
    prepaid: unusedOf(packages.filter((one) => !hasEnded(one, terms.today))),
  };
}

function entryOf(session: MoneySession, terms: MoneyTerms): Entry {
  const price = priceOf(session, terms.price);
  const entry = { session, price, claim: 0, covered: 0 };
  if (session.status === 'scheduled' || session.status === 'reserved') return { ...entry, state: 'planned' };
  if (!isMadeDue(session, terms)) return { ...entry, state: 'canceled' };
  if (session.waived) return { ...entry, state: 'waived' };
  if (price === null) return { ...entry, state: 'none' };
  if (price === 0) return { ...entry, state: 'free' };
  return { ...entry, state: 'claim', claim: price };
}

/** Lets each session that a package pays for use one of its meetings, in the order of sessions. */
function coverByPackages(entries: readonly Entry[], sorted: readonly MoneyPayment[], terms: MoneyTerms): Package[] {
  const packages = sorted.filter(({ meetings }) => meetings > 0).map((payment) => packageOf(payment, terms));
  if (packages.length === 0) return packages;
  for (const entry of entries) {
    if (entry.state !== 'claim' && entry.state !== 'none') continue;
    const { date } = entry.session;
    const next = nextPackage(packages, ({ from, to }) => from <= date && (to === '' || date < to));
    if (!next) continue;
    Object.assign(entry, { state: 'package', claim: 0, covered: shareOf(next) });
    next.used += 1;
  }
  return packages;
}

function packageOf(payment: MoneyPayment, { time_zone }: MoneyTerms): Package {
  const { paid_on, until } = payment;
  const { from, to } = daySpan(Temporal.PlainDate.from(paid_on), Temporal.PlainDate.from(until || paid_on), time_zone);
  // The last day of year 9999 ends in year 10000 in most zones, which is printed with a sign and would sort before all
  // others.
  const isEndless = until === '' || to.startsWith('+');
  return { payment, from, to: isEndless ? '' : to, used: 0 };
}

/**
 * Returns the package that is used next: of those that `holds` accepts and that are not used up the first to expire,
 * then the older one.
 */
function nextPackage(packages: readonly Package[], holds: (one: Package) => boolean): Package | undefined {
  let next: Package | undefined;
  for (const one of packages) {
    if (one.used >= one.payment.meetings || !holds(one)) continue;
    if (!next || endOf(one) < endOf(next)) next = one;
  }
  return next;
}

/** Returns the last day; without one a text that sorts after every day. */
function endOf({ payment }: Package): string {
  return payment.until || '~';
}

/**
 * Returns the value of the meeting that is used next: equal parts in whole kopecks, the last one gets the remainder.
 */
function shareOf({ payment: { amount, meetings }, used }: Package): number {
  const share = Math.floor(amount / meetings);
  return used === meetings - 1 ? amount - share * used : share;
}

function hasEnded({ payment: { until } }: Package, today: string): boolean {
  return until !== '' && until < today;
}

/** Returns the unused meetings of packages, and their value. */
function unusedOf(packages: readonly Package[]): Prepaid {
  const unused = packages.filter(({ payment, used }) => used < payment.meetings);
  return {
    meetings: sum(unused.map(({ payment, used }) => payment.meetings - used)),
    amount: sum(unused.map(({ payment: { amount, meetings }, used }) => amount - Math.floor(amount / meetings) * used)),
  };
}

/** Covers as much of a session as the money allows, and returns that amount. */
function cover(entry: Entry, money: number): number {
  const taken = Math.max(0, Math.min(entry.claim - entry.covered, money));
  entry.covered += taken;
  return taken;
}

/** Removes money from the newest sessions that it covered, as refunds require. */
function takeBack(entries: readonly Entry[], money: number): void {
  let left = money;
  for (const entry of entries.toReversed()) {
    if (left <= 0) return;
    if (entry.state !== 'claim') continue;
    const taken = Math.min(entry.covered, left);
    entry.covered -= taken;
    left -= taken;
  }
}

function sessionMoney({ session: { id }, price, state, claim, covered }: Entry): SessionMoney {
  const due = claim - covered;
  if (state !== 'claim') return { id, price, due: 0, paid: covered, state };
  return { id, price, due, paid: covered, state: due === 0 ? 'paid' : covered > 0 ? 'part' : 'due' };
}

/** Returns the package that the next meeting uses, otherwise the one that was paid last. */
function shownPackage(packages: readonly Package[], today: string): PackageUse | null {
  const shown = nextPackage(packages, (one) => !hasEnded(one, today)) ?? packages.at(-1);
  return shown ? { used: shown.used, of: shown.payment.meetings, until: shown.payment.until } : null;
}

function dayOf(entry: Entry | undefined, { time_zone }: MoneyTerms): string {
  if (!entry) return '';
  return parseStoredInstant(entry.session.date).toZonedDateTimeISO(time_zone).toPlainDate().toString();
}

function byStart(one: MoneySession, other: MoneySession): number {
  return compare(one.date, other.date) || compare(one.id, other.id);
}

function byDay(one: MoneyPayment, other: MoneyPayment): number {
  return compare(one.paid_on, other.paid_on) || compare(one.created, other.created) || compare(one.id, other.id);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
