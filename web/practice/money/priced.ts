import type { PayWay } from '#domain/money/money.ts';
import type { SessionOutcome, SessionStatus } from '#domain/sessions/session.ts';

/** The fields of a session that concern money. */
export interface PricedSession {
  id: string;
  status: SessionStatus;
  outcome: SessionOutcome;
  /** Kopecks; null if it has no price of its own. */
  price: number | null;
  /** Nothing is due for it, whatever its price. */
  waived: boolean;
}

/** The fields of a client that concern money. */
export interface PricedClient {
  id: string;
  name: string;
  /** Kopecks; null if the practitioner's usual price applies. */
  price: number | null;
  /** '' if none is set. */
  pay_way: PayWay | '';
}
