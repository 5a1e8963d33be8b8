import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { printInstant } from '#domain/time/instant.ts';
import { openDatabase } from '#server/ground/db/open-database.ts';
import type { Config } from '#server/ground/config/config.ts';
import { createTestData } from '#proofs/support/engines.ts';
import { plantDueLetters } from '#proofs/support/letters/plant-letters.ts';
import { startFakeSmtp } from '#proofs/support/mail/fake-smtp.ts';

const SENDER = join(import.meta.dirname, '../mail/send-letters.ts');

export interface KilledSending {
  /** Senders that were killed before every letter had left. */
  kills: number;
  /** Letters that the mail server never took. */
  lost: number;
  /** How often a letter arrived at most. */
  most: number;
  /** Letters that arrived twice. */
  repeated: number;
  /** Under how many Message-IDs a letter arrived at most. */
  ids: number;
}

interface Killing {
  letters: number;
  kills: number;
  /** The control: every outcome is lost with its process. */
  forget?: boolean;
}

/** Sends letters by processes that are killed at random moments of their sending, until all have left. */
export async function killSenders({ letters, kills, forget = false }: Killing): Promise<KilledSending> {
  await using data = await createTestData('sqlite');
  await using smtp = await startFakeSmtp();
  const planting = await openDatabase(data.config);
  await plantDueLetters(planting, letters, Temporal.Now.instant());
  await planting.close();
  const start = (): ChildProcess => {
    const { dataDir, keyFile } = data.config;
    // Most of a short life is the start.
    const compiled = process.env['NODE_COMPILE_CACHE'] ?? `${dataDir}-compiled`;
    const env = {
      ...process.env,
      DATA_DIR: dataDir,
      KEY_FILE: keyFile ?? '',
      SMTP_URL: smtp.url,
      NODE_COMPILE_CACHE: compiled,
    };
    return spawn(process.execPath, [SENDER], { env, stdio: 'ignore' });
  };
  const taken = (): Map<string, string[]> => {
    const found = smtp.taken.map((raw): [string, string] => [
      /^to: (.*)$/im.exec(raw)?.[1] ?? '',
      /^message-id: (.*)$/im.exec(raw)?.[1] ?? '',
    ]);
    const byAddress = Map.groupBy(found, ([to]) => to);
    return new Map([...byAddress].map(([to, all]) => [to, all.map(([, id]) => id)]));
  };
  let kill = 0;
  for (; kill < kills && taken().size < letters; kill += 1) {
    const sender = start();
    const before = smtp.taken.length;
    // Once it sends, so that every kill meets letters on their way.
    // The last letters may all wait for their repeat.
    for (let patience = 10_000; patience > 0 && smtp.taken.length === before; patience -= 1) await sleep(1);
    await sleep(Math.random() * 5);
    sender.kill('SIGKILL');
    await once(sender, 'exit');
    if (forget) await forgetOutcomes(data.config);
  }
  const last = start();
  for (let patience = 6000; patience > 0 && taken().size < letters; patience -= 1) await sleep(10);
  // Long enough for repeats that must not be.
  await sleep(500);
  last.kill('SIGKILL');
  await once(last, 'exit');
  const arrivals = [...taken().values()];
  return {
    kills: kill,
    lost: letters - arrivals.length,
    most: Math.max(0, ...arrivals.map(({ length }) => length)),
    repeated: arrivals.filter(({ length }) => length > 1).length,
    ids: Math.max(0, ...arrivals.map((ids) => new Set(ids).size)),
  };
}

async function forgetOutcomes(config: Config): Promise<void> {
  const db = await openDatabase(config);
  const due = { state: 'due', not_before: printInstant(Temporal.Now.instant()), claimed: null, handed: 0 } as const;
  await db.write(({ trx }) => trx.updateTable('letters').set(due).execute());
  await db.close();
}
