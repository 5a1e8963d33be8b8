import type { Migration } from '#server/db/migrate.ts';
import * as accounts from '#server/db/migrations/0001-accounts.ts';
import * as practice from '#server/db/migrations/0002-practice.ts';
import * as heldTime from '#server/db/migrations/0003-held-time.ts';
import * as outbox from '#server/db/migrations/0004-outbox.ts';
import * as fold from '#server/db/migrations/0005-fold.ts';
import * as limits from '#server/db/migrations/0006-limits.ts';
import * as emailChanges from '#server/db/migrations/0007-email-changes.ts';
import * as clientSource from '#server/db/migrations/0008-client-source.ts';
import * as sessionDates from '#server/db/migrations/0009-session-dates.ts';
import * as journal from '#server/db/migrations/0010-journal.ts';
import * as orderOfArrival from '#server/db/migrations/0011-order-of-arrival.ts';
import * as nodes from '#server/db/migrations/0012-nodes.ts';
import * as ownerInKeys from '#server/db/migrations/0013-owner-in-keys.ts';
import * as accountLifecycle from '#server/db/migrations/0014-account-lifecycle.ts';
import * as guardedSignIns from '#server/db/migrations/0015-guarded-sign-ins.ts';
import * as senders from '#server/db/migrations/0016-senders.ts';
import * as pendingRegistrations from '#server/db/migrations/0019-pending-registrations.ts';
import * as archivedClients from '#server/db/migrations/0020-archived-clients.ts';
import * as openSessions from '#server/db/migrations/0021-open-sessions.ts';
import * as journalDays from '#server/db/migrations/0022-journal-days.ts';
import * as series from '#server/db/migrations/0023-series.ts';
import * as zoneRules from '#server/db/migrations/0024-zone-rules.ts';
import * as letters from '#server/db/migrations/0025-letters.ts';
import * as visits from '#server/db/migrations/0026-visits.ts';
import * as consents from '#server/db/migrations/0027-consents.ts';
import * as agreedClients from '#server/db/migrations/0028-agreed-clients.ts';

/** In order. A released one never changes: it imports nothing of ours that could change. */
export const migrations: readonly Migration[] = [
  { name: '0001-accounts', up: accounts.up },
  { name: '0002-practice', up: practice.up },
  { name: '0003-held-time', up: heldTime.up },
  { name: '0004-outbox', up: outbox.up },
  { name: '0005-fold', up: fold.up },
  { name: '0006-limits', up: limits.up },
  { name: '0007-email-changes', up: emailChanges.up },
  { name: '0008-client-source', up: clientSource.up },
  { name: '0009-session-dates', up: sessionDates.up },
  { name: '0010-journal', up: journal.up },
  { name: '0011-order-of-arrival', up: orderOfArrival.up },
  { name: '0012-nodes', up: nodes.up },
  { name: '0013-owner-in-keys', up: ownerInKeys.up },
  { name: '0014-account-lifecycle', up: accountLifecycle.up },
  { name: '0015-guarded-sign-ins', up: guardedSignIns.up },
  { name: '0016-senders', up: senders.up },
  { name: '0019-pending-registrations', up: pendingRegistrations.up },
  { name: '0020-archived-clients', up: archivedClients.up },
  { name: '0021-open-sessions', up: openSessions.up },
  { name: '0022-journal-days', up: journalDays.up },
  { name: '0023-series', up: series.up },
  { name: '0024-zone-rules', up: zoneRules.up },
  { name: '0025-letters', up: letters.up },
  { name: '0026-visits', up: visits.up },
  { name: '0027-consents', up: consents.up },
  { name: '0028-agreed-clients', up: agreedClients.up },
];
