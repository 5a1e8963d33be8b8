import type { SessionOutcome, SessionStatus } from '#domain/sessions/session.ts';

/** How a client pays. */
export const PAY_WAYS = ['cash', 'transfer', 'card', 'other'] as const;
export type PayWay = (typeof PAY_WAYS)[number];

export const PAY_WAY_LABEL: Record<PayWay, string> = {
  cash: 'наличные',
  transfer: 'перевод',
  card: 'карта',
  other: 'другое',
};

/** Where neither the payment nor its client says another one. */
export const USUAL_WAY: PayWay = 'transfer';

/** What a practitioner has decided about money at first: nothing. */
export const MONEY_DEFAULTS = {
  price: null,
  late_paid: false,
  no_show_paid: false,
  pay_text: '',
  pay_link: '',
  pay_in_letters: false,
} as const;

/** Kopecks, meetings and characters. */
export const MONEY_LIMITS = {
  priceMax: 100_000_000,
  amountMax: 100_000_000,
  meetingsMax: 100,
  noteMax: 500,
  payTextMax: 500,
} as const;

/** What a session is to the money of its client; the first that is true. */
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

/** Of one session, in kopecks. */
export interface SessionMoney {
  id: string;
  /** The price that holds; null for none, 0 for a free one. */
  price: number | null;
  /** What is still to be paid. */
  due: number;
  /** What covers it: money, or its share of a package. */
  paid: number;
  state: MoneyState;
}

/** How much of a package is used; `until` is '' where it has no end. */
export interface PackageUse {
  used: number;
  of: number;
  until: string;
}

/** Meetings of packages that have not ended and no session has used, and their kopecks. */
export interface Prepaid {
  meetings: number;
  amount: number;
}

/** Of one client, in kopecks. */
export interface ClientMoney {
  client: string;
  /** The client's usual way; '' where none is said. */
  pay_way: '' | PayWay;
  due: number;
  paid: number;
  /** What no session has used; a debt is in `due`, never here. */
  balance: number;
  /** The day of the oldest session that is not wholly paid; '' where there is none. */
  since: string;
  package: PackageUse | null;
  /** The part of `balance` that pays for nothing else. */
  prepaid: Prepaid;
}

/** What `GET /api/money/clients` returns besides the page of clients. */
export interface AllClientsMoney {
  /** What all of them owe together, whatever page is read. */
  due: number;
}

/** One month of `GET /api/money?year=`; kopecks and counts. */
export interface MonthMoney {
  /** 'YYYY-MM' */
  month: string;
  /** By the days of payments; refunds taken off. */
  received: number;
  /** What the sessions of the month are worth. */
  held: number;
  /** Of sessions that took place. */
  sessions: number;
  minutes: number;
  canceled_client: number;
  canceled_practitioner: number;
  late: number;
  no_show: number;
  /** With their first session. */
  new_clients: number;
  /** With their last one, 28 days ago or more, and none planned since. */
  ended_clients: number;
}

/** `GET /api/money?year=`: twelve months. */
export interface YearMoney {
  /** 'YYYY-MM' of the practice's first session that took place, of whatever year; '' where none has. */
  first_month: string;
  months: MonthMoney[];
}

/** `POST /api/money/prices`: how many sessions get a price, and how much together. */
export interface PricedSessions {
  sessions: number;
  sum: number;
}

/** Days without a session after which a client has ended. */
export const ENDED_AFTER_DAYS = 28;

/** The practitioner's rules for meetings that did not take place. */
export interface DueRules {
  late_paid: boolean;
  no_show_paid: boolean;
}

interface Happened {
  status: SessionStatus;
  outcome: SessionOutcome;
}

/** Whether a session keeps its price, or that it has none: it took place, was cancelled late or missed. */
export function isHeld({ status, outcome }: Happened): boolean {
  return status === 'completed' || (status === 'canceled' && (outcome === 'late' || outcome === 'no_show'));
}

/** Whether the status and the practitioner's rules have a session paid for. */
export function isMadeDue({ status, outcome }: Happened, rules: DueRules): boolean {
  if (status === 'completed') return true;
  if (status !== 'canceled') return false;
  return (outcome === 'late' && rules.late_paid) || (outcome === 'no_show' && rules.no_show_paid);
}

/** Whether a planned session whose price is `price` is paid for where its client cancels it late. */
export function isLatePaid(
  { price, waived }: { price: number | null; waived: boolean },
  { late_paid }: Pick<DueRules, 'late_paid'>,
): boolean {
  return late_paid && !waived && price !== 0;
}

/** Returns the price that holds for a session; null for none. `usual`: of its client, else the practitioner's. */
export function priceOf(session: Happened & { price: number | null }, usual: number | null): number | null {
  return session.price ?? (isHeld(session) ? null : usual);
}
