import { sql } from 'kysely';
import { forgetInvitations } from '#server/accounts/invitations.ts';
import { forgetUnusedAddresses } from '#server/accounts/known-addresses.ts';
import { forgetUnverified } from '#server/accounts/pending.ts';
import { forgetUnusedSignIns } from '#server/accounts/sign-ins.ts';
import { forgetSenders, letGoOfTime } from '#server/practice/booking/let-go.ts';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/ground/db/database.ts';
import { rollBackImports } from '#server/data/archive/roll-back.ts';
import { forgetCounted } from '#server/ground/limits/limits-store.ts';
import { forgetLetters } from '#server/practice/letters/forget-letters.ts';
import { describeError } from '#server/ground/process/log.ts';
import { forgetLetterFiles } from '#server/ground/mail/letter-files.ts';
import { forgetAddressed, forgetSettled } from '#server/ground/mail/outbox-rows.ts';
import { forgetDeleted } from '#server/ground/nodes/deleted-rows.ts';
import { forgetStreamCalls } from '#server/ground/nodes/peers.ts';
import { forgetWaiting } from '#server/accounts/second-factor/waiting-sign-ins.ts';
import { extendSeries } from '#server/practice/series/extend-series.ts';
import { followZones } from '#server/practice/series/follow-zones.ts';
import { forgetVisitLinks } from '#server/practice/visit-links/forget-visit-links.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const LOOK_EVERY_MS = 20_000;

interface Job {
  name: string;
  everySeconds: number;
  /** Runs on every node, for data of its own. */
  onEachNode?: true;
  run(context: Context): Promise<void>;
}

const EVERYWHERE: readonly Job[] = [
  { name: 'invitations that are over', everySeconds: HOUR, run: forgetInvitations },
  { name: 'settled letters', everySeconds: HOUR, run: forgetSettled },
  { name: 'accounts never verified', everySeconds: HOUR, run: forgetUnverified },
  { name: 'letters to deleted accounts', everySeconds: HOUR, run: forgetAddressed },
  { name: 'letters as files', everySeconds: HOUR, onEachNode: true, run: forgetLetterFiles },
  { name: 'imports cut off', everySeconds: MINUTE, run: rollBackImports },
  { name: 'unused sign-ins', everySeconds: HOUR, run: forgetUnusedSignIns },
  { name: 'sign-ins that waited', everySeconds: 10 * MINUTE, run: forgetWaiting },
  { name: 'unused addresses', everySeconds: HOUR, run: forgetUnusedAddresses },
  { name: 'time of old requests', everySeconds: MINUTE, run: letGoOfTime },
  { name: 'rules of time zones', everySeconds: HOUR, onEachNode: true, run: followZones },
  { name: 'next occurrences of series', everySeconds: HOUR, run: extendSeries },
  { name: 'letters no longer shown', everySeconds: HOUR, run: forgetLetters },
  { name: 'links to old visits', everySeconds: HOUR, run: forgetVisitLinks },
  { name: 'senders of old requests', everySeconds: 10 * MINUTE, run: forgetSenders },
];

/** Jobs on data that only several nodes leave behind. */
const AMONG_NODES: readonly Job[] = [
  { name: 'deleted rows', everySeconds: MINUTE, run: ({ db }) => forgetDeleted(db) },
  { name: 'stream calls', everySeconds: MINUTE, run: ({ db }) => forgetStreamCalls(db) },
  { name: 'counted attempts', everySeconds: HOUR, run: ({ db }) => forgetCounted(db) },
];

/** Runs the jobs that are due; of several nodes, the first one runs each. Returns a function that stops them. */
export function startJobs(context: Context): () => Promise<void> {
  const { db, log } = context;
  const jobs = db.engine === 'postgres' ? [...EVERYWHERE, ...AMONG_NODES] : EVERYWHERE;
  const own = aloneClaim();
  const claim = (job: Job) => (db.engine === 'postgres' && !job.onEachNode ? claimJob(db, job) : own(job));
  const runDue = async (): Promise<void> => {
    for (const job of jobs) {
      try {
        if (await claim(job)) await job.run(context);
      } catch (error) {
        log.warn({ error: describeError(error), job: job.name }, 'a job waits');
      }
    }
  };
  let running: Promise<void> | null = null;
  const look = (): void => {
    running ??= runDue().finally(() => (running = null));
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  look();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Claims a due job until its next time, by the clock of the database. Returns true for one of many callers. */
export async function claimJob(db: Database, { name, everySeconds }: Omit<Job, 'run'>): Promise<boolean> {
  const { rows } = await db.write(({ trx }) =>
    sql`
      insert into jobs (name, next_run) values (${name}, now() + make_interval(secs => ${everySeconds}))
      on conflict (name) do update set next_run = excluded.next_run
        -- A clock that went back must not keep it away. Those who came with the one who got it are a moment behind it.
        where jobs.next_run <= now() or jobs.next_run > excluded.next_run + make_interval(secs => ${everySeconds})
      returning name
    `.execute(trx),
  );
  return rows.length === 1;
}

function aloneClaim(): (job: Job) => boolean {
  const due = new Map<string, number>();
  return ({ name, everySeconds }) => {
    const now = performance.now();
    if (now < (due.get(name) ?? 0)) return false;
    due.set(name, now + everySeconds * 1000);
    return true;
  };
}
