import type { SessionOutcome, SessionStatus } from '#domain/sessions/session.ts';

/** The ways in which a client can pay. */
export const PAY_WAYS = ['cash', 'transfer', 'card', 'other'] as const;
export type PayWay = (typeof PAY_WAYS)[number];

export const PAY_WAY_LABEL: Record<PayWay, string> = {
  cash: 'наличные',
  transfer: 'перевод',
  card: 'карта',
  other: 'другое',
};

/** The default where neither the payment nor its client has one. */
export const USUAL_WAY: PayWay = 'transfer';

/** The settings before the practitioner decides anything. */
export const MONEY_DEFAULTS = {
  price: null,
  late_paid: false,
  no_show_paid: false,
  pay_text: '',
  pay_link: '',
  pay_in_letters: false,
} as const;

/** Limits in kopecks, meetings and characters. */
export const MONEY_LIMITS = {
  priceMax: 100_000_000,
  amountMax: 100_000_000,
  meetingsMax: 100,
  noteMax: 500,
  payTextMax: 500,
} as const;

/** The state of a session with regard to money; the first that applies. */
export const MONEY_STATES = [
  'planned',
  'canceled',
  'package',
  'waived',
  'none',
  'free',
  'paid',
  'part',
  'due',
] as const;
export type MoneyState = (typeof MONEY_STATES)[number];

/** The money of one session, in kopecks. */
export interface SessionMoney {
  id: string;
  /** The price that applies; null for none, 0 for a free session. */
  price: number | null;
  /** What is still to be paid. */
  due: number;
  /** What is covered: by money, or by its share of a package. */
  paid: number;
  state: MoneyState;
}

/** How much of a package is used; `until` is '' if it has no end. */
export interface PackageUse {
  used: number;
  of: number;
  until: string;
}

/** Unused meetings of packages that have not expired, and their value in kopecks. */
export interface Prepaid {
  meetings: number;
  amount: number;
}

/** The money of one client, in kopecks. */
export interface ClientMoney {
  client: string;
  /** The client's usual way; '' if it is not set. */
  pay_way: '' | PayWay;
  due: number;
  paid: number;
  /** What the client paid and no session has used; debts are only in `due`. */
  balance: number;
  /** The day of the oldest session that is not fully paid; '' without one. */
  since: string;
  package: PackageUse | null;
  /** The part of `balance` that belongs to packages. */
  prepaid: Prepaid;
}

/** What `GET /api/money/clients` returns in addition to the page of clients. */
export interface AllClientsMoney {
  /** What all clients owe together, not only those of the page. */
  due: number;
}

/** One month of `GET /api/money?year=`; kopecks and counts. */
export interface MonthMoney {
  /** 'YYYY-MM' */
  month: string;
  /** By the days of payments, minus refunds. */
  received: number;
  /** The value of the month's sessions. */
  held: number;
  /** The number of sessions that took place. */
  sessions: number;
  minutes: number;
  canceled_client: number;
  canceled_practitioner: number;
  late: number;
  no_show: number;
  /** Clients with their first session in this month. */
  new_clients: number;
  /** Clients with their last session in this month, at least 28 days ago, and none planned since. */
  ended_clients: number;
}

/** `GET /api/money?year=`: twelve months. */
export interface YearMoney {
  /** 'YYYY-MM' of the practice's first session that took place, in any year; '' without one. */
  first_month: string;
  months: MonthMoney[];
}

/** `POST /api/money/prices`: how many sessions get a price, and its sum. */
export interface PricedSessions {
  sessions: number;
  sum: number;
}

/** After so many days without a session a client counts as ended. */
export const ENDED_AFTER_DAYS = 28;

/** The practitioner's rules for sessions that did not take place. */
export interface DueRules {
  late_paid: boolean;
  no_show_paid: boolean;
}

interface Happened {
  status: SessionStatus;
  outcome: SessionOutcome;
}

/** Returns whether a session keeps its own price (or none) from now on: it took place, was cancelled late or missed. */
export function isHeld({ status, outcome }: Happened): boolean {
  return status === 'completed' || (status === 'canceled' && (outcome === 'late' || outcome === 'no_show'));
}

/** Returns whether a session must be paid, by its status and the practitioner's rules. */
export function isMadeDue({ status, outcome }: Happened, rules: DueRules): boolean {
  if (status === 'completed') return true;
  if (status !== 'canceled') return false;
  return (outcome === 'late' && rules.late_paid) || (outcome === 'no_show' && rules.no_show_paid);
}

/** Returns whether a planned session with this `price` must be paid if its client cancels it late. */
export function isLatePaid(
  { price, waived }: { price: number | null; waived: boolean },
  { late_paid }: Pick<DueRules, 'late_paid'>,
): boolean {
  return late_paid && !waived && price !== 0;
}

/**
 * Returns the price that applies to a session in kopecks; null for none. `usual`: the client's price, otherwise the
 * practitioner's.
 */
export function priceOf(session: Happened & { price: number | null }, usual: number | null): number | null {
  return session.price ?? (isHeld(session) ? null : usual);
}
