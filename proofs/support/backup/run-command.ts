import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const PASSPHRASE = 'тихая-комната-7';
export const KEY = { passphrase: PASSPHRASE };

export const IDENTITY = 'AGE-SECRET-KEY-17Y8TYYR4GGHZK2ZA0Q40VW7DSUZ9TUW4T9DQC75A0LCWNGM9NRAS005FA9';
export const RECIPIENT = 'age1jrv5ld829300qxnzm0hjlj9grdh2sdn7aq38jvqx4pdh7pks892sg7g8tr';
/** Seals and opens at once, where a passphrase takes half a second each time. */
export const QUICK_KEY = { recipients: [RECIPIENT], identities: [IDENTITY] };

/** Writes the identity of QUICK_KEY to a file; returns the variables that name both halves of the key. */
export async function quickKeyVariables(file: string) {
  await writeFile(file, IDENTITY);
  return { BACKUP_RECIPIENT: RECIPIENT, BACKUP_KEY_FILE: file };
}

export interface Ended {
  code: number | null;
  output: string;
}

/** Starts `kabinet backup make FILE` or `kabinet backup restore FILE` as a process of its own. */
export function startCommand(
  name: 'backup' | 'restore',
  dataDir: string,
  args: string[],
  key: NodeJS.ProcessEnv = { BACKUP_PASSPHRASE: PASSPHRASE },
): ChildProcess {
  const env = { ...process.env, DATA_DIR: dataDir, ...key };
  const program = join(import.meta.dirname, '../../../server/kabinet.ts');
  return spawn(process.execPath, [program, 'backup', name === 'backup' ? 'make' : name, ...args], {
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
