import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DiskEvent } from '#proofs/faults/crash-disk.ts';

/** Options of strace whose output `readRecording` can parse. */
export const RECORDING_OPTIONS: readonly string[] =
  '-y -xx -s 1048576 -e trace=openat,unlink,rename,pwrite64,pwritev,write,writev,sendto,sendmsg,ftruncate,fallocate,fsync,fdatasync'.split(
    ' ',
  );

const CALL = /^(\d+)\s+(\w+)\((.*)\)\s+= (-?\d+)/s;
const UNFINISHED = /^(\d+)\s+(\w+\(.*) <unfinished \.\.\.>$/s;
const RESUMED = /^(\d+)\s+<\.\.\. \w+ resumed>(.*)$/s;
const RECORD = /"id":"([a-z0-9]{15})"/g;

/** Threads that were in a write end after the program with a line of what they wrote, which is long. */
const LAST_BYTES = 16 * 1024 * 1024;

/** Waits until strace has logged the end of a program. */
export async function recordingEnds(log: string, pid: number | undefined): Promise<void> {
  // Numbers are padded to five digits.
  const end = new RegExp(`^${pid} +\\+\\+\\+ killed`, 'm');
  for (let tries = 0; tries < 600; tries += 1) {
    const file = await open(log);
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc(Math.min(size, LAST_BYTES)),
      position: Math.max(0, size - LAST_BYTES),
    });
    await file.close();
    if (end.test(buffer.toString('latin1', 0, bytesRead))) return;
    await sleep(50);
  }
  throw new Error('strace did not come to its end.');
}

/**
 * Returns a program's changes to the named files of a folder and the records it acknowledged, in order: all of that
 * happens in one thread.
 */
export async function readRecording(log: string, folder: string, files: readonly string[]): Promise<DiskEvent[]> {
  const events: DiskEvent[] = [];
  const begun = new Map<string, string>();
  const known = (path: string): string | null =>
    dirname(path) === folder && files.includes(basename(path)) ? basename(path) : null;
  for await (const line of createInterface({ input: createReadStream(log, 'latin1'), crlfDelay: Infinity })) {
    const unfinished = UNFINISHED.exec(line);
    if (unfinished) {
      begun.set(unfinished[1] ?? '', unfinished[2] ?? '');
      continue;
    }
    const resumed = RESUMED.exec(line);
    const whole = resumed ? `${resumed[1]} ${begun.get(resumed[1] ?? '') ?? ''}${resumed[2]}` : line;
    const [, , name = '', args = '', result = '-1'] = CALL.exec(whole) ?? [];
    if (Number(result) < 0 && !/^f(?:data)?sync$/.test(name)) continue;
    const event = eventOf(name, args, Number(result), folder, known);
    if (event) events.push(event);
  }
  return events;
}

function eventOf(
  name: string,
  args: string,
  result: number,
  folder: string,
  known: (path: string) => string | null,
): DiskEvent | null {
  const path = unhex(/^\d+<([^>]*)>/.exec(args)?.[1] ?? '').toString();
  const strings = Array.from(args.matchAll(/"([^"]*)"/g), ([, text = '']) => unhex(text));
  const numbers = (args.split('"').at(-1) ?? '').match(/\d+/g)?.map(Number) ?? [];
  switch (name) {
    case 'openat': {
      const file = known(strings[0]?.toString() ?? '');
      return file !== null && /O_CREAT/.test(args) ? { kind: 'create', file } : null;
    }
    case 'unlink': {
      const file = known(strings[0]?.toString() ?? '');
      return file === null ? null : { kind: 'remove', file };
    }
    case 'fsync':
    case 'fdatasync': {
      if (path === folder) return { kind: 'sync-folder' };
      const file = known(path);
      return file === null ? null : { kind: result < 0 ? 'failed-sync' : 'sync', file };
    }
    case 'ftruncate': {
      const file = known(path);
      return file === null ? null : { kind: 'truncate', file, size: Number(args.split(', ').at(-1)) };
    }
    case 'pwrite64': {
      const file = known(path);
      const bytes = strings[0]?.subarray(0, result);
      return file === null || !bytes ? null : { kind: 'write', file, at: numbers.at(-1) ?? 0, bytes };
    }
    default: {
      if (known(path) !== null) throw new Error(`${name} on ${basename(path)} is not understood`);
      if (!/^(?:socket|TCP)/.test(path)) return null;
      const ids = Array.from(Buffer.concat(strings).toString('latin1').matchAll(RECORD), ([, id = '']) => id);
      return ids.length > 0 ? { kind: 'answer', ids } : null;
    }
  }
}

function unhex(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex');
}
