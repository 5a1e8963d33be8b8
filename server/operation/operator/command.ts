import type { Data } from '#server/operation/operator/open-data.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import type { Terminal } from '#server/operation/operator/terminal.ts';

/** A command of the operator, as one entry of `commands.ts`. */
export interface Command {
  /** One word or two: 'users lock'. */
  name: string;
  /** Its arguments in order; '[EMAIL]' is one that can be absent. */
  args: readonly string[];
  /** What it does, in one line without a full stop. */
  summary: string;
  /** Its own options by name, besides `--json` and `--help`; `value` names what follows one. */
  options?: Readonly<Record<string, CommandOption>>;
  /** Whether it changes something: such a command takes `--yes` and calls `confirm` before the change. */
  changes?: true;
  /** Returns the exit status; nothing is 0. Throws a StartError for what the operator can solve. */
  run(call: CommandCall): Promise<number | void>;
}

interface CommandOption {
  summary: string;
  value?: string;
}

/** One call of a command. */
export interface CommandCall {
  args: readonly string[];
  /** The text after each option; '' of an option without one, which was given. */
  options: ReadonlyMap<string, string>;
  env: NodeJS.ProcessEnv;
  terminal: Terminal;
  /** Prints a result: the value with `--json`, otherwise the lines. */
  print: (value: unknown, lines: readonly string[]) => void;
  /**
   * Asks for a yes or no; returns at once with `--yes`. Throws a StartError for anything but a yes, and without a
   * terminal.
   */
  confirm: (question: string) => Promise<void>;
  /** Reaches the data, beside a running program too. Throws a ConfigError where a variable is wrong. */
  data: () => Data;
  /** Returns the path of a file or folder as seen from where the command was typed. */
  path: (file: string) => string;
}

/** What was typed is no command: the sentence is followed by what would be one, the exit status is 2. */
export class UsageError extends StartError {
  readonly help: readonly string[];

  constructor(sentence: string, help: readonly string[]) {
    super(sentence);
    this.help = help;
  }
}
