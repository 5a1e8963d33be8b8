import { type Readable, Writable } from 'node:stream';
import { StartError } from '#server/ground/process/start-error.ts';
import { createInterface } from 'node:readline/promises';

/** Input and output of a command; control characters in strangers' names are escaped. */
export interface Terminal {
  /** Writes lines to the standard output. */
  print(lines: readonly string[]): void;
  /** Writes a text that needs no escaping. */
  write(text: string): void;
  /** Writes lines to the error output. */
  tell(...lines: readonly string[]): void;
  /**
   * Asks a question and returns the answer, which is not shown with `isHidden`. Throws a StartError without a terminal;
   * its message says what to do `instead`.
   */
  ask(question: string, instead: string, isHidden?: boolean): Promise<string>;
  /** Reads the whole input and returns at most its first bytes. Throws a StartError at a terminal. */
  read(most: number): Promise<Buffer>;
}

/** Characters that move, hide or reverse what a terminal shows. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** Returns a text with every control or invisible character written as '\u001b'. */
function shown(text: string): string {
  return text.replace(UNSEEN, escaped);
}

/** Returns JSON with control characters escaped. */
export function shownJson(value: unknown): string {
  // Outside of strings, JSON has no control characters but line breaks, which stay.
  return JSON.stringify(value, null, 2).replace(UNSEEN, (character) =>
    character === '\n' ? character : escaped(character),
  );
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((unit) => String.raw`\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
}

interface Streams {
  input: Readable & { isTTY?: boolean };
  output: Writable;
  beside: Writable;
}

/** Returns the terminal for the streams of the process; tests pass their own. */
export function openTerminal({ input, output, beside }: Streams): Terminal {
  return {
    print: (lines) => void output.write(linesOf(lines)),
    write: (text) => void output.write(text),
    tell: (...lines) => void beside.write(linesOf(lines)),
    async ask(question, instead, isHidden = false) {
      if (!input.isTTY) throw new StartError(`There is no terminal to ask at: ${instead}`);
      beside.write(`${shown(question)} `);
      const answer = await readAnswer(input, beside, isHidden);
      if (answer === null) throw new StartError('There was no answer.');
      return answer;
    },
    async read(most) {
      if (input.isTTY) throw new StartError('Nothing comes in: give it the text by a pipe, or by < FILE.');
      const kept: Buffer[] = [];
      let left = most;
      // Reads to the end, because otherwise the writing program would fail.
      for await (const piece of input) {
        const bytes = Buffer.from(piece as Uint8Array);
        if (left > 0) kept.push(bytes.subarray(0, left));
        left -= bytes.length;
      }
      return Buffer.concat(kept);
    },
  };
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${shown(line)}\n`).join('');
}

/** Reads a typed line, shown or not; null where the input ends instead. */
async function readAnswer(input: Readable, output: Writable, isHidden: boolean): Promise<string | null> {
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
