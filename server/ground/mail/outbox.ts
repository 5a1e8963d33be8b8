import { setTimeout as sleep } from 'node:timers/promises';
import { greeting } from '#server/ground/config/mail-names.ts';
import type { Context } from '#server/ground/context.ts';
import { describeError } from '#server/ground/process/log.ts';
import { attemptLetter } from '#server/ground/mail/attempt-letter.ts';
import { folderTransport } from '#server/ground/mail/folder-transport.ts';
import { deleteLetterFile, mailFolder } from '#server/ground/mail/letter-files.ts';
import { type Claimed, claimLetter, requeueLetters, settleLetter } from '#server/ground/mail/queues.ts';
import { smtpTransport } from '#server/ground/mail/smtp-transport.ts';
import type { Transport } from '#server/ground/mail/transport.ts';
import type { Mail } from '#server/ground/mail/write-letter.ts';

const SECOND = 1000;
const TICK_MS = 5 * SECOND;
const SENDING_AT_ONCE = 4;
const LONGEST_ATTEMPT_MS = 150 * SECOND;
const LAST_LETTERS_MS = 4 * SECOND;
/** Lets the response to the request that queued the letter be sent first. */
const ANSWER_FIRST_MS = 20;

/** Sends queued letters in the background and across restarts. */
export function startOutbox(context: Context, mail: Mail, transport: Transport = configuredTransport(context)): Sender {
  const sender = new Sender(context, mail, transport);
  sender.start();
  return sender;
}

function configuredTransport({ config, log }: Context): Transport {
  return config.smtpUrl === null
    ? folderTransport(mailFolder(config.dataDir), log)
    : smtpTransport(config.smtpUrl, greeting(config));
}

class Sender {
  readonly #context: Context;
  readonly #mail: Mail;
  readonly #transport: Transport;
  readonly #workers = new Set<Promise<void>>();
  readonly #sending = new Set<string>();
  readonly #hurry = new AbortController();
  #ticks: NodeJS.Timeout | undefined;
  #waking: NodeJS.Timeout | null = null;
  #stopping = false;

  constructor(context: Context, mail: Mail, transport: Transport) {
    this.#context = context;
    this.#mail = mail;
    this.#transport = transport;
  }

  start(): void {
    this.#ticks = setInterval(() => this.#run(() => this.#lookAround(false)), TICK_MS).unref();
    this.#run(() => this.#lookAround(this.#context.db.engine === 'sqlite'));
  }

  /** Sends due letters now instead of at the next tick. */
  wake(): void {
    if (this.#stopping || this.#waking) return;
    this.#waking = setTimeout(() => {
      this.#waking = null;
      this.#startWorker();
    }, ANSWER_FIRST_MS).unref();
  }

  /** Starts no more letters and waits briefly for those in progress. */
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

  /** Logs a failure, which only the database can cause here; the next tick retries. */
  #run(work: () => Promise<void>): void {
    const worker = work()
      .catch((error: unknown) => this.#context.log.warn(describeError(error), 'letters wait'))
      .finally(() => this.#workers.delete(worker));
    this.#workers.add(worker);
  }

  async #lookAround(all: boolean): Promise<void> {
    await requeueLetters(this.#context, this.#mail.follow, { all, except: [...this.#sending] });
    this.#startWorker();
  }

  async #sendUntilNoneIsDue(): Promise<void> {
    let more = true;
    while (more && !this.#stopping) {
      const found = await claimLetter(this.#context);
      if (!found) return;
      const { claimed } = found;
      ({ more } = found);
      const { id } = claimed.row;
      this.#sending.add(id);
      if (more) this.#startWorker();
      try {
        await this.#send(claimed);
      } finally {
        this.#sending.delete(id);
      }
      // Letters queued meanwhile may have found all workers busy.
      more ||= this.#workers.size >= SENDING_AT_ONCE;
    }
  }

  async #send(claimed: Claimed): Promise<void> {
    const context = this.#context;
    const { kind, attempts } = claimed.row;
    const signal = AbortSignal.any([this.#hurry.signal, AbortSignal.timeout(LONGEST_ATTEMPT_MS)]);
    const way = { transport: this.#transport, mail: this.#mail };
    const result = await attemptLetter(context, way, claimed, signal);
    const state = await settleLetter(context, this.#mail.follow, claimed, result);
    // The client was erased during the hand-over.
    if (state === null) await deleteLetterFile(context.config.dataDir, claimed.row);
    const { outcome } = result;
    if (outcome === 'sent') context.log.info({ kind }, 'letter sent');
    else if (outcome === 'expired') context.log.warn({ kind, attempts: attempts - 1 }, 'letter expired');
    else if ('reason' in result && outcome !== 'void') {
      const { reason } = result;
      if (state === 'failed') context.log.error({ kind, reason, attempts }, 'letter given up');
      else context.log.warn({ kind, reason, attempts }, 'letter waits');
    }
  }
}
