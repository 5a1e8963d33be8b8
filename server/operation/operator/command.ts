import type { Data } from '#server/operation/operator/open-data.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import type { Terminal } from '#server/operation/operator/terminal.ts';

/** A command of the operator; `commands.ts` lists them all. */
export interface Command {
  /** One or two words: 'users lock'. */
  name: string;
  /** The arguments in order; '[EMAIL]' is optional. */
  args: readonly string[];
  /** What it does, in one line without a full stop. */
  summary: string;
  /** Its own options by name, besides `--json` and `--help`; `value` names the text after one. */
  options?: Readonly<Record<string, CommandOption>>;
  /** Whether it changes something; then it accepts `--yes` and calls `confirm` before the change. */
  changes?: true;
  /** Returns the exit status, 0 by default. Throws a StartError for problems that the operator can solve. */
  run(call: CommandCall): Promise<number | void>;
}

interface CommandOption {
  summary: string;
  value?: string;
}

/** One call of a command. */
export interface CommandCall {
  args: readonly string[];
  /** The text after each given option; '' for options without a text. */
  options: ReadonlyMap<string, string>;
  env: NodeJS.ProcessEnv;
  terminal: Terminal;
  /** Prints a result: `value` with `--json`, otherwise the lines. */
  print: (value: unknown, lines: readonly string[]) => void;
  /**
   * Asks for a yes or no; returns immediately with `--yes`. Throws a StartError for anything but a yes, and without a
   * terminal.
   */
  confirm: (question: string) => Promise<void>;
  /**
   * Returns access to the data, which works beside a running program too. Throws a ConfigError where a variable is
   * wrong.
   */
  data: () => Data;
  /** Resolves the path of a file or folder against the folder in which the command was typed. */
  path: (file: string) => string;
}

/** The words are no command: prints the sentence, followed by possible commands; the exit status is 2. */
export class UsageError extends StartError {
  readonly help: readonly string[];

  constructor(sentence: string, help: readonly string[]) {
    super(sentence);
    this.help = help;
  }
}
