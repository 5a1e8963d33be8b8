import type { NamedClient } from '#domain/clients/told-apart.ts';
import type { StoredInstant } from '#domain/time/instant.ts';
import type { FoundClient } from '#web/practice/clients/found-clients.ts';

export interface FoundSession {
  id: string;
  date: StoredInstant;
  expand?: { client?: NamedClient };
}

/** A line of what was written of a client, or of a session. */
export interface FoundRecord {
  client: string;
  name: string;
  /** Null for what stands with the client. */
  session: { id: string; date: StoredInstant; inFeed: boolean } | null;
  line: string;
}

/** A text of another kind. */
export interface FoundText {
  id: string;
  /** Its title, or whose it is. */
  name: string;
  /** Its day or moment; empty where it has none. */
  at: string;
  /** Of the text, where the name does not have what was typed. */
  line: string;
  client?: string;
}

/** The most results per kind; for sessions, on either side of now. */
export const MOST = { clients: 5, sessions: 3, records: 4, notes: 4, requests: 3, payments: 3, templates: 3 } as const;

/** What names and dates give, with one more than is shown where there is more. */
export interface Found {
  clients: readonly FoundClient[];
  upcoming: readonly FoundSession[];
  past: readonly FoundSession[];
}

/** What one kind of text gives. */
export interface Part<Row> {
  rows: readonly Row[];
  /** Whether the rows are of what is typed now, not of what was typed before. */
  isCome: boolean;
}

export interface FoundTexts {
  ofSessions: Part<FoundRecord>;
  ofClients: Part<FoundRecord>;
  notes: Part<FoundText>;
  requests: Part<FoundText>;
  payments: Part<FoundText>;
  templates: Part<FoundText>;
}
