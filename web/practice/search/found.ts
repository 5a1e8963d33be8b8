import type { StoredInstant } from '#domain/time/instant.ts';
import type { SealedText } from '#web/ground/api/sealed-text.ts';

export interface FoundClient {
  id: string;
  name: string;
  phone: string;
  archived: boolean;
}

export interface FoundSession {
  id: string;
  date: StoredInstant;
  expand?: { client?: { name: string } };
}

export interface FoundNote {
  id: string;
  title: SealedText;
  date: string;
}

/** The most results per kind; for sessions, on either side of now. */
export const MOST = { clients: 5, sessions: 3, notes: 4 } as const;

export interface Found {
  clients: readonly FoundClient[];
  upcoming: readonly FoundSession[];
  past: readonly FoundSession[];
  notes: readonly FoundNote[];
}
