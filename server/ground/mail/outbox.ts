import { setTimeout as sleep } from 'node:timers/promises';
import { printInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { describeError } from '#server/ground/process/log.ts';
import { attemptLetter } from '#server/ground/mail/attempt-letter.ts';
import { folderTransport } from '#server/ground/mail/folder-transport.ts';
import { deleteLetterFile, mailFolder } from '#server/ground/mail/letter-files.ts';
import {
  callBackFuture,
  claimLetter,
  dropLetter,
  HANDED_MOST,
  settleLetter,
  takeBackAbandoned,
} from '#server/ground/mail/outbox-rows.ts';
import { smtpTransport } from '#server/ground/mail/smtp-transport.ts';
import type { Transport } from '#server/ground/mail/transport.ts';

const SECOND = 1000;
const TICK_MS = 5 * SECOND;
const SENDING_AT_ONCE = 4;
const LONGEST_ATTEMPT_MS = 150 * SECOND;
const LAST_LETTERS_MS = 4 * SECOND;
/** The response to the request that queued the letter goes first. */
const ANSWER_FIRST_MS = 20;

/** Seconds before the next attempt; the last value repeats. All attempts together span three days. */
const PAUSES = [5, 30, 120, 600, 1800, 3600, 10_800] as const;
const ATTEMPTS_MAX = 30;

export interface Outbox {
  /** Sends due letters now instead of at the next tick. */
  wake(): void;
  /** Starts no more letters and waits briefly for those in progress. */
  stop(): Promise<void>;
}

/** Sends queued letters in the background and across restarts. */
export function startOutbox(context: Context, transport: Transport = configuredTransport(context)): Outbox {
  const sender = new Sender(context, transport);
  sender.start();
  return sender;
}

function configuredTransport({ config, log }: Context): Transport {
  return config.smtpUrl === null ? folderTransport(mailFolder(config.dataDir), log) : smtpTransport(config.smtpUrl);
}

class Sender implements Outbox {
  readonly #context: Context;
  readonly #transport: Transport;
  readonly #workers = new Set<Promise<void>>();
  readonly #sending = new Set<string>();
  readonly #hurry = new AbortController();
  #ticks: NodeJS.Timeout | undefined;
  #waking: NodeJS.Timeout | null = null;
  #stopping = false;

  constructor(context: Context, transport: Transport) {
    this.#context = context;
    this.#transport = transport;
  }

  start(): void {
    this.#ticks = setInterval(() => this.#run(() => this.#lookAround(false)), TICK_MS).unref();
    this.#run(() => this.#lookAround(this.#context.db.engine === 'sqlite'));
  }

  wake(): void {
    if (this.#stopping || this.#waking) return;
    this.#waking = setTimeout(() => {
      this.#waking = null;
      this.#startWorker();
    }, ANSWER_FIRST_MS).unref();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#ticks);
    const done = Promise.all(this.#workers);
    await Promise.race([done, sleep(LAST_LETTERS_MS, undefined, { ref: false })]);
    this.#hurry.abort();
    await done;
  }

  #startWorker(): void {
    if (this.#stopping || this.#workers.size >= SENDING_AT_ONCE) return;
    this.#run(() => this.#sendUntilNoneIsDue());
  }

  /** Only the database can fail here; the next tick retries. */
  #run(work: () => Promise<void>): void {
    const worker = work()
      .catch((error: unknown) => this.#context.log.warn(describeError(error), 'letters wait'))
      .finally(() => this.#workers.delete(worker));
    this.#workers.add(worker);
  }

  async #lookAround(alone: boolean): Promise<void> {
    await takeBackAbandoned(this.#context, alone, [...this.#sending]);
    await callBackFuture(this.#context);
    this.#startWorker();
  }

  async #sendUntilNoneIsDue(): Promise<void> {
    while (!this.#stopping) {
      const row = await claimLetter(this.#context);
      if (!row) return;
      this.#sending.add(row.id);
      // More letters may be due.
      this.#startWorker();
      try {
        await this.#send(row);
      } finally {
        this.#sending.delete(row.id);
      }
    }
  }

  async #send(row: Row<'outbox'>): Promise<void> {
    const context = this.#context;
    const { log } = context;
    if (row.expires !== '' && row.expires <= printInstant(context.now())) {
      log.warn({ kind: row.kind, attempts: row.attempts - 1 }, 'letter expired');
      return dropLetter(context, row, 'expired');
    }
    const signal = AbortSignal.any([this.#hurry.signal, AbortSignal.timeout(LONGEST_ATTEMPT_MS)]);
    const { delivery, handed, reason: why } = await attemptLetter(context, this.#transport, row, signal);
    if (!delivery) return dropLetter(context, row, 'dropped', why);
    if (delivery.outcome === 'unknown' && handed >= HANDED_MOST) return dropLetter(context, row, 'unknown');
    if (delivery.outcome === 'sent') {
      log.info({ kind: row.kind }, 'letter sent');
      const isErased = await settleLetter(context, row, { state: 'sent', reason: delivery.reason ?? '' });
      // Its client was erased while it was handed over.
      if (isErased) await deleteLetterFile(context.config.dataDir, row);
      return;
    }
    // What holds now is read anew.
    if (delivery.outcome === 'withdrawn') {
      await settleLetter(context, row, { state: 'due' });
      return;
    }
    const { outcome, reason } = delivery;
    if (outcome === 'refused' || row.attempts >= ATTEMPTS_MAX) {
      log.error({ kind: row.kind, reason, attempts: row.attempts }, 'letter given up');
      await settleLetter(context, row, { state: 'failed', reason });
      return;
    }
    log.warn({ kind: row.kind, reason, attempts: row.attempts }, 'letter waits');
    const state = outcome === 'unknown' ? 'unknown' : 'due';
    const notBefore = context.now().add({ seconds: pauseAfter(row.attempts) });
    await settleLetter(context, row, { state, reason, notBefore });
  }
}

function pauseAfter(attempts: number): number {
  return PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? PAUSES[0];
}
