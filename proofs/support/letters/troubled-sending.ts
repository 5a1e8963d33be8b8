import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '#server/ground/db/database.ts';
import { mail } from '#server/letters.ts';
import { startOutbox } from '#server/ground/mail/outbox.ts';
import { smtpTransport } from '#server/ground/mail/smtp-transport.ts';
import { openTestDatabase } from '#proofs/support/engines.ts';
import { arrivalsOf } from '#proofs/support/letters/arrivals.ts';
import { plantDueLetters } from '#proofs/support/letters/plant-letters.ts';
import { type Behaviour, startFakeSmtp } from '#proofs/support/mail/fake-smtp.ts';
import { mailContext } from '#proofs/support/mail/mail-context.ts';

interface Trouble {
  letters: number;
  /** What the first connections meet; the others meet any of `later` by chance. */
  first: readonly Behaviour[];
  later: readonly Behaviour[];
  hangMs: number;
  timeouts?: Parameters<typeof smtpTransport>[1];
}

export interface TroubledSending {
  arrived: number;
  /** Refused for good, which the practitioner sees. */
  refused: number;
  lost: number;
  doubled: number;
  connections: number;
  seconds: number;
}

/** Sends letters through a mail server in trouble until none waits; the clock runs ahead to the next attempts. */
export async function sendThroughTrouble(
  engine: Engine,
  { letters, first, later, hangMs, timeouts }: Trouble,
): Promise<TroubledSending> {
  await using data = await openTestDatabase(engine);
  const plan = [...first];
  const any = (): Behaviour => later[Math.floor(Math.random() * later.length)] ?? 'accept';
  await using smtp = await startFakeSmtp(() => plan.shift() ?? any());
  smtp.hangMs = hangMs;
  const clock = { now: Temporal.Instant.from('2026-11-21T09:00:00Z') };
  const context = await mailContext(data.db, data.config, clock);
  await plantDueLetters(data.db, letters, clock.now);
  const began = performance.now();
  const outbox = startOutbox(context, mail, smtpTransport(smtp.url, timeouts));
  const rows = () => data.db.read.selectFrom('letters').select('not_before').where('not_before', 'is not', null);
  for (;;) {
    const waiting = await rows().orderBy('not_before').limit(1).executeTakeFirst();
    if (!waiting?.not_before) break;
    const isBusy = await rows().where('claimed', 'is not', null).limit(1).executeTakeFirst();
    const next = Temporal.Instant.from(waiting.not_before.replace(' ', 'T'));
    // No sender runs: the next attempts come later.
    if (!isBusy && Temporal.Instant.compare(next, clock.now) > 0) clock.now = next;
    outbox.wake();
    await sleep(20);
  }
  await outbox.stop();
  const { times } = arrivalsOf(smtp.taken);
  const states = await data.db.read.selectFrom('letters').select('state').execute();
  const refused = states.filter(({ state }) => state === 'failed').length;
  return {
    arrived: times.length,
    refused,
    lost: letters - times.length - refused,
    doubled: times.filter((count) => count > 1).length,
    connections: smtp.connections,
    seconds: (performance.now() - began) / 1000,
  };
}
