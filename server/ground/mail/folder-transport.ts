import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { giveToOwnerOf } from '#server/ground/process/whose-file.ts';
import { unfinished } from '#server/ground/mail/letter-files.ts';
import { IN_FOLDER, type Transport } from '#server/ground/mail/transport.ts';

/**
 * Writes one file per letter, readable only by its owner because it contains a valid link. A letter that is sent twice
 * remains one file.
 */
export function folderTransport(folder: string, log: FastifyBaseLogger): Transport {
  return {
    async send(message) {
      if (message.handOver && !(await message.handOver())) return { outcome: 'withdrawn' };
      const file = join(folder, `${message.name}.eml`);
      try {
        if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined)
          giveToOwnerOf(dirname(folder), folder);
        await rm(unfinished(file), { force: true });
        await writeFile(unfinished(file), message.raw, { mode: 0o600, flag: 'wx', flush: true });
        giveToOwnerOf(folder, unfinished(file));
        await rename(unfinished(file), file);
      } catch (error) {
        return { outcome: 'later', reason: codeOf(error) };
      }
      log.info({ file }, 'letter written');
      return { outcome: 'sent', reason: IN_FOLDER };
    },
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'failed';
}
