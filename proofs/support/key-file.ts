import { once } from 'node:events';
import { chmodSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createTestData, openUnlocked, type TestData } from '#proofs/support/engines.ts';
import { envOf } from '#proofs/support/operator/on-server.ts';
import { startProgram } from '#proofs/support/program.ts';
import { addPractitioner } from '#proofs/support/rows.ts';
import type { Config } from '#server/ground/config/config.ts';
import type { Engine } from '#server/ground/db/database.ts';
import { addKey, currentKey } from '#server/ground/db/data-keys.ts';
import { envelopeColumns, openRow } from '#server/ground/db/sealed-rows.ts';
import { openDatabase } from '#server/ground/db/open-database.ts';
import { openKeys } from '#server/accounts/keys/open-keys.ts';
import { changeKeyFile } from '#server/accounts/keys/change-key-file.ts';
import { readKeyFile } from '#server/ground/sealing/key-file.ts';

const SECRET = Buffer.from('двадцать байт секрета');
const SILENT = { warn: () => undefined };

/** Data that no program has open, with what hangs on its key file. */
export interface SealedData extends TestData {
  keyFile: string;
  /** Returns what does not open with a key file. */
  faults(keyFile?: string): Promise<string[]>;
}

/** Two practitioners, one of them in the middle of a change of their own key, and a small secret of the program. */
export async function createSealedData(engine: Engine): Promise<SealedData> {
  const data = await createTestData(engine);
  const { config } = data;
  const keyFile = config.keyFile ?? '';
  const db = await openUnlocked(config);
  const secret = db.keys.sealSecret('test', 'a', SECRET);
  const rows: Record<string, unknown>[] = [];
  for (const numbers of [[1], [1, 2]]) {
    const user = await addPractitioner(db);
    for (const number of numbers) {
      const at = { table: 'clients', id: `client0000000${rows.length}0`, user };
      const description = `Текст ${user}, ключ ${number}`;
      rows.push({
        ...(await db.write(async (write) => {
          if (number > 1) await addNext(write, user);
          return { ...at, ...(await envelopeColumns(write, at, { description })) };
        })),
        expected: description,
      });
    }
  }
  await db.close();
  chmodSync(keyFile, 0o640);
  return {
    ...data,
    keyFile,
    async faults(file = keyFile) {
      const opened = await openDatabase(config, {}, 'as they are');
      try {
        await openKeys({ ...config, keyFile: file }, opened, SILENT);
        const faults = opened.keys.openSecret('test', 'a', secret)?.equals(SECRET) ? [] : ['the small secret'];
        for (const { expected, ...row } of rows) {
          const { description } = await openRow(opened.read, 'clients', row);
          if (description !== expected) faults.push(String(expected));
        }
        return faults;
      } finally {
        await opened.close();
      }
    },
  };
}

async function addNext(write: Parameters<typeof currentKey>[0], user: string): Promise<void> {
  const { number } = await currentKey(write, user);
  await addKey(write, user, number + 1);
}

/** All that `kabinet key change` says on a full disk. */
export const FULL_DISK = /^[^\n]*(?:ENOSPC|no room)[^\n]*\.\n$/;

export interface StoppedChange {
  /** What the command would have done next; '' where it came to its end. */
  before: string;
  code: number | null;
  output: string;
}

/** Runs `kabinet key change` as a process of its own, which ends without warning, or finds a full disk, at a step. */
export async function changeUntil(
  config: Config,
  step: number | string,
  as: 'killed' | 'full' = 'killed',
): Promise<StoppedChange> {
  const env = { ...envOf(config), END_AT: String(step), END_AS: as };
  const node = ['--import', join(import.meta.dirname, 'end-at-step.ts')];
  const child = startProgram('server/kabinet.ts', env, { node, args: ['key', 'change', '--yes'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => (output += piece.toString()));
  await once(child, 'close');
  return { before: /^ended before (.*)$/m.exec(output)?.[1] ?? '', code: child.exitCode, output };
}

/**
 * Stops a change at a step and looks whether all opens with the file or the new one beside it; then changes the key to
 * the end. Returns where it was stopped, and what was wrong.
 */
export async function interruptChange(
  data: SealedData,
  step: number | string,
  as: 'killed' | 'full' = 'killed',
): Promise<StoppedChange & { faults: string[] }> {
  const stopped = await changeUntil(data.config, step, as);
  const faults: string[] = [];
  const next = `${data.keyFile}.next`;
  const opens = async (file: string): Promise<boolean> =>
    readKeyFile(file) !== null && (await data.faults(file).catch(() => ['refused'])).length === 0;
  if (!(await opens(data.keyFile)) && !(await opens(next))) faults.push(`nothing opens before ${stopped.before}`);
  await changeKeyFile(data.config);
  faults.push(...(await data.faults()));
  const left = readdirSync(dirname(data.keyFile)).filter((name) => /next|unfinished/.test(name));
  return { ...stopped, faults: [...faults, ...left] };
}
