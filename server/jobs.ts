import { sql } from 'kysely';
import { forgetFormerEmails } from '#server/accounts/letters/former-emails.ts';
import { forgetInvitations } from '#server/accounts/registration/invitations.ts';
import { forgetUnusedAddresses } from '#server/accounts/sign-ins/known-addresses.ts';
import { forgetUnverified } from '#server/accounts/letter-links/confirm-address.ts';
import { forgetUnusedSignIns } from '#server/accounts/sign-ins/sign-ins.ts';
import { forgetSenders, releaseOldRequests } from '#server/practice/booking/release-old-requests.ts';
import type { Context } from '#server/ground/context.ts';
import type { Database } from '#server/ground/db/database.ts';
import { forgetCounted } from '#server/ground/limits/limits-store.ts';
import { forgetLetters } from '#server/practice/letters/forget-letters.ts';
import { startWork } from '#server/ground/process/background-work.ts';
import { describeError } from '#server/ground/process/log.ts';
import { forgetNews } from '#server/practice/news/write-news.ts';
import { forgetLetterFiles } from '#server/ground/mail/letter-files.ts';
import { forgetAddressed, forgetSettled } from '#server/ground/mail/queues.ts';
import { planReminders } from '#server/practice/letters/plan-due-reminders.ts';
import { forgetDeleted } from '#server/ground/nodes/deleted-rows.ts';
import { forgetStreamCalls } from '#server/ground/nodes/peers.ts';
import { forgetWaiting } from '#server/accounts/second-factor/waiting-sign-ins.ts';
import { extendSeries } from '#server/practice/series/extend-series.ts';
import { applyZoneRules } from '#server/practice/series/apply-zone-rules.ts';
import { forgetRemoved } from '#server/practice/sessions/removed-sessions.ts';
import { forgetVisitLinks } from '#server/practice/visit-links/visit-links.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

interface Job {
  name: string;
  everySeconds: number;
  /** Runs on every node, for data of its own. */
  onEachNode?: true;
  /** A stop waits for it: what takes long ends at the signal. */
  run(context: Context, signal: AbortSignal): Promise<void>;
}

const ON_BOTH_ENGINES: readonly Job[] = [
  { name: 'invitations that are over', everySeconds: HOUR, run: forgetInvitations },
  { name: 'reminders', everySeconds: MINUTE, run: planReminders },
  { name: 'settled letters', everySeconds: HOUR, run: forgetSettled },
  { name: 'accounts never verified', everySeconds: HOUR, run: forgetUnverified },
  { name: 'ways back to former addresses', everySeconds: HOUR, run: forgetFormerEmails },
  { name: 'letters to deleted accounts', everySeconds: HOUR, run: forgetAddressed },
  { name: 'letters as files', everySeconds: HOUR, onEachNode: true, run: forgetLetterFiles },
  { name: 'unused sign-ins', everySeconds: HOUR, run: forgetUnusedSignIns },
  { name: 'sign-ins that waited', everySeconds: 10 * MINUTE, run: forgetWaiting },
  { name: 'unused addresses', everySeconds: HOUR, run: forgetUnusedAddresses },
  { name: 'time of old requests', everySeconds: MINUTE, run: releaseOldRequests },
  { name: 'rules of time zones', everySeconds: HOUR, onEachNode: true, run: applyZoneRules },
  {
    name: 'next occurrences of series',
    everySeconds: HOUR,
    run: (context, signal) => extendSeries(context, { signal }),
  },
  { name: 'letters no longer shown', everySeconds: HOUR, run: forgetLetters },
  { name: 'news of long ago', everySeconds: HOUR, run: forgetNews },
  { name: 'links to old visits', everySeconds: HOUR, run: forgetVisitLinks },
  { name: 'deleted sessions', everySeconds: 10 * MINUTE, run: forgetRemoved },
  { name: 'senders of old requests', everySeconds: 10 * MINUTE, run: forgetSenders },
];

/** Jobs on data that only several nodes leave behind. */
const AMONG_NODES: readonly Job[] = [
  { name: 'deleted rows', everySeconds: MINUTE, run: ({ db }) => forgetDeleted(db) },
  { name: 'stream calls', everySeconds: MINUTE, run: ({ db }) => forgetStreamCalls(db) },
  { name: 'counted attempts', everySeconds: HOUR, run: ({ db }) => forgetCounted(db) },
];

function jobsOf({ engine }: Database): readonly Job[] {
  return engine === 'postgres' ? [...ON_BOTH_ENGINES, ...AMONG_NODES] : ON_BOTH_ENGINES;
}

/**
 * Runs each job at its times, none behind another; of several nodes, the first one runs each. Returns a function that
 * stops them.
 */
export function startJobs(context: Context, jobs = jobsOf(context.db)): () => Promise<void> {
  const { db, log } = context;
  const works = jobs.map((job) =>
    startWork(
      async (signal) => {
        if (db.engine === 'sqlite' || job.onEachNode || (await claimJob(db, job))) await job.run(context, signal);
      },
      {
        tickMs: job.everySeconds * 1000,
        failed: (error) =>
          log.warn({ error: describeError(error), job: job.name }, 'a job failed, tried again at its next time'),
      },
    ),
  );
  return async () => void (await Promise.all(works.map((work) => work.stop())));
}

/** Part of its time after which a job is due: the next tick of a node, a moment early, must not miss it. */
const DUE_AFTER = 0.9;

/** Claims a due job until its next time, by the clock of the database. Returns true for one of many callers. */
export async function claimJob(db: Database, { name, everySeconds }: Omit<Job, 'run'>): Promise<boolean> {
  const next = sql`now() + make_interval(secs => ${everySeconds * DUE_AFTER})`;
  const { rows } = await db.write(({ trx }) =>
    sql`
      insert into jobs (name, next_run) values (${name}, ${next})
      on conflict (name) do update set next_run = excluded.next_run
        -- A time in the far future was set by a clock that went back since. The next_run of a concurrent caller is a
        -- moment later than that of the one who claimed: it must not claim again.
        where jobs.next_run <= now() or jobs.next_run > excluded.next_run + make_interval(secs => ${everySeconds})
      returning name
    `.execute(trx),
  );
  return rows.length === 1;
}
