import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';

/** Reads a line that is typed at a terminal, shown or not; null where the input ends instead. */
export async function readAnswer(input: Readable, output: Writable, isHidden: boolean): Promise<string | null> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: isHidden ? nowhere : output, terminal: isHidden });
  lines.on('SIGINT', () => process.exit(130));
  const { promise: ended, resolve } = Promise.withResolvers<null>();
  lines.once('close', () => resolve(null));
  try {
    return await Promise.race([lines.question(''), ended]);
  } finally {
    lines.close();
    if (isHidden) output.write('\n');
  }
}
