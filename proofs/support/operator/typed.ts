import { PassThrough, Writable } from 'node:stream';
import type { Command } from '#server/operation/operator/command.ts';
import { runKabinet } from '#server/operation/operator/run-kabinet.ts';
import type { OpenHere } from '#server/operation/operator/open-data.ts';
import { openTerminal } from '#server/operation/operator/terminal.ts';

export interface Typed {
  status: number;
  output: string;
  /** What stands beside the output: questions and refusals. */
  beside: string;
}

interface Typing {
  commands: readonly Command[];
  env?: NodeJS.ProcessEnv;
  /** What is typed at the terminal, '\u0004' for its end; without an answer there is no terminal. */
  answer?: string | undefined;
  openHere?: OpenHere;
  /** What comes in by a pipe. */
  piped?: Buffer | undefined;
}

const END = '\u0004';

/** Runs a command of the operator in this process, with the words and answers as if typed. */
export async function runTyped(
  words: readonly string[],
  { commands, env = {}, answer, openHere = refuseToOpen, piped }: Typing,
): Promise<Typed> {
  const [output, beside] = [new Kept(), new Kept()];
  const input = Object.assign(new PassThrough(), { isTTY: answer !== undefined });
  if (answer !== undefined) input.end(answer === END ? '' : `${answer}\n`);
  if (piped !== undefined) input.end(piped);
  const status = await runKabinet(words, {
    commands,
    env,
    terminal: openTerminal({ input, output, beside }),
    openHere,
  });
  return { status, output: output.text, beside: beside.text };
}

async function refuseToOpen(): Promise<never> {
  throw new Error('This command has no data.');
}

class Kept extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
