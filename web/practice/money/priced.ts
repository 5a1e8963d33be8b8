import type { PayWay } from '#domain/money/money.ts';
import type { SessionOutcome, SessionStatus } from '#domain/sessions/session.ts';

/** What a session carries of money. */
export interface PricedSession {
  id: string;
  status: SessionStatus;
  outcome: SessionOutcome;
  /** Kopecks; null where it has none of its own. */
  price: number | null;
  /** Nothing is asked for it, whatever it costs. */
  waived: boolean;
}

/** What a client carries of money. */
export interface PricedClient {
  id: string;
  name: string;
  /** Kopecks; null where the practitioner's usual price holds. */
  price: number | null;
  /** '' where none is usual. */
  pay_way: PayWay | '';
}
