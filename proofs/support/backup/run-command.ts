import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const PASSPHRASE = 'тихая-комната-7';
export const KEY = { passphrase: PASSPHRASE };

export interface Ended {
  code: number | null;
  output: string;
}

/** Starts `npm run backup -- FILE` or `npm run restore -- FILE` as a process of its own. */
export function startCommand(
  name: 'backup' | 'restore',
  dataDir: string,
  args: string[],
  key: NodeJS.ProcessEnv = { BACKUP_PASSPHRASE: PASSPHRASE },
): ChildProcess {
  const env = { ...process.env, DATA_DIR: dataDir, ...key };
  return spawn(process.execPath, [join(import.meta.dirname, `../../../server/backup/${name}-command.ts`), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs it to its end. */
export async function runCommand(...command: Parameters<typeof startCommand>): Promise<Ended> {
  const child = startCommand(...command);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, output };
}
