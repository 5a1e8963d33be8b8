import { tmpdir } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#server/app.ts';
import type { Context } from '#server/ground/context.ts';
import type { Engine } from '#server/ground/db/database.ts';
import { Departure } from '#server/ground/http/departure.ts';
import { attemptLetter } from '#server/ground/mail/attempt-letter.ts';
import { claimLetter, requeueLetters, settleLetter } from '#server/ground/mail/queues.ts';
import type { Delivery, Transport } from '#server/ground/mail/transport.ts';
import { newCounts } from '#server/ground/process/counts.ts';
import { mail } from '#server/letters.ts';
import { openContext } from '#server/open-context.ts';
import { planReminders } from '#server/practice/letters/plan-due-reminders.ts';
import { createTablesData } from '#proofs/support/engines.ts';
import {
  callersOf,
  type Callers,
  CHEAP_PASSWORDS,
  NOON,
  TRUSTED_PROXY,
  UNLIMITED,
} from '#proofs/support/test-server.ts';

/** A mail server that takes letters, is busy, or takes them without saying so. */
export type Weather = 'fair' | 'busy' | 'silent';

/**
 * The application without a port and without anything that works by itself: letters leave when a test sends them, one
 * after the other, so that a history runs the same way each time.
 */
export interface HistoryOffice extends AsyncDisposable {
  app: FastifyInstance;
  context: Context;
  callers: Callers;
  clock: { now: Temporal.Instant };
  weather: Weather;
  /** Letters that arrived since they were last taken from here. */
  arrived: string[];
  /** Sends what is due; a sender that is killed stores no outcome, and hands over only some of its letters. */
  send(killed?: () => boolean): Promise<void>;
  /** Takes back what a killed sender left, as its next start does. */
  startAgain(): Promise<void>;
}

const PATIENCE = new AbortController().signal;

export async function openHistoryOffice(engine: Engine): Promise<HistoryOffice> {
  const data = await createTablesData(engine);
  const config = { ...data.config, trustProxy: [TRUSTED_PROXY], passwordCost: CHEAP_PASSWORDS };
  const clock = { now: NOON };
  const replace = { now: () => clock.now, limits: UNLIMITED };
  const { context, peers, close } = await openContext(config, { replace, tables: 'brought up to date' });
  const parts = { webFolder: tmpdir(), peers, counts: newCounts(), mailboxKey: '', departure: new Departure() };
  const app = await buildApp(context, parts);
  await app.ready();
  const transport: Transport = {
    async send({ handOver, raw }): Promise<Delivery> {
      if (office.weather === 'busy') return { outcome: 'later', reason: 'RCPT TO 451' };
      if (handOver && !(await handOver())) return { outcome: 'withdrawn' };
      office.arrived.push(raw.toString());
      return office.weather === 'silent' ? { outcome: 'unknown', reason: 'ECONNECTION' } : { outcome: 'sent' };
    },
  };
  const office: HistoryOffice = {
    app,
    context,
    callers: callersOf([''], context),
    clock,
    weather: 'fair',
    arrived: [],
    async send(killed) {
      await planReminders(context);
      // Letters to practitioners are no part of this.
      await context.db.write(({ trx }) => trx.deleteFrom('outbox').execute());
      for (let found = await claimLetter(context); found; found = await claimLetter(context)) {
        const { claimed } = found;
        if (killed) {
          if (killed()) await attemptLetter(context, { transport, mail }, claimed, PATIENCE);
          continue;
        }
        const outcome = await attemptLetter(context, { transport, mail }, claimed, PATIENCE);
        await settleLetter(context, mail.follow, claimed, outcome);
      }
    },
    startAgain: () => requeueLetters(context, mail.follow, { all: true, except: [] }),
    async [Symbol.asyncDispose]() {
      await app.close();
      await close();
      await data.dispose();
    },
  };
  return office;
}
