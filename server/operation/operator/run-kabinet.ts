import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { ConfigError, readConfig } from '#server/ground/config/config.ts';
import { type Command, type CommandCall, UsageError } from '#server/operation/operator/command.ts';
import { dataOf, type OpenHere } from '#server/operation/operator/open-data.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { tableOf } from '#server/operation/operator/table.ts';
import { shownJson, type Terminal } from '#server/operation/operator/terminal.ts';

const FAILED = 1;
const NOT_UNDERSTOOD = 2;
const YES = /^(?:y|yes|д|да)$/i;

const EVERYWHERE = { json: { summary: 'the result as JSON' }, help: { summary: 'what the command takes' } } as const;
const ASKS_BACK = { yes: { summary: 'goes ahead without asking' } } as const;

type Options = NonNullable<Command['options']>;

interface Surroundings {
  commands: readonly Command[];
  env: NodeJS.ProcessEnv;
  terminal: Terminal;
  openHere: OpenHere;
}

/**
 * Runs the command that these words name and returns its exit status: 0, 1 for a refusal, which prints one sentence to
 * the error output, or 2 for words that are no command. Throws unforeseen errors.
 */
export async function runKabinet(typed: readonly string[], { commands, ...around }: Surroundings): Promise<number> {
  const { terminal } = around;
  const words = typed[0] === '--version' ? ['version', ...typed.slice(1)] : typed;
  try {
    if (words[0] === '--help' || words[0] === 'help') {
      terminal.print(listOf(commands));
      return 0;
    }
    const command = findCommand(commands, words);
    const { args, options } = readWords(command, words.slice(wordsOf(command)));
    if (options.has('help')) {
      terminal.print(helpOf(command));
      return 0;
    }
    return (await command.run(callOf(command, { args, options, ...around }))) ?? 0;
  } catch (error) {
    if (!(error instanceof StartError || error instanceof ConfigError)) throw error;
    const isMisread = error instanceof UsageError;
    terminal.tell(error.message, ...(isMisread ? error.help : []));
    return isMisread ? NOT_UNDERSTOOD : FAILED;
  }
}

function callOf(
  command: Command,
  given: Pick<CommandCall, 'args' | 'options'> & Omit<Surroundings, 'commands'>,
): CommandCall {
  const { options, env, terminal, openHere } = given;
  return {
    ...given,
    print(value, lines) {
      if (options.has('json')) terminal.write(`${shownJson(value)}\n`);
      else terminal.print(lines);
    },
    async confirm(question) {
      if (!command.changes) throw new Error(`${command.name} is not declared as a change.`);
      if (options.has('yes')) return;
      const answer = await terminal.ask(`${question} (yes/no)`, '--yes goes ahead without asking.');
      if (!YES.test(answer.trim())) throw new StartError('Nothing is changed.');
    },
    data: () => dataOf(readConfig(env), openHere),
    // npm runs scripts in the folder of the project, and sets INIT_CWD to the folder in which it was called.
    path: (file) => resolve(env['INIT_CWD'] ?? process.cwd(), file),
  };
}

function wordsOf({ name }: Command): number {
  return name.split(' ').length;
}

function findCommand(commands: readonly Command[], words: readonly string[]): Command {
  if (words.length === 0) throw new UsageError('Which command?', listOf(commands));
  const found = commands.find((command) => words.slice(0, wordsOf(command)).join(' ') === command.name);
  if (found) return found;
  const beginning = commands.filter(({ name }) => name.split(' ')[0] === words[0]);
  const typed = beginning.length > 0 ? words.slice(0, 2).join(' ') : words[0];
  const known = listOf(beginning.length > 0 ? beginning : commands);
  throw new UsageError(`There is no command "${typed}".`, known);
}

function optionsOf(command: Command): Options {
  return { ...command.options, ...(command.changes && ASKS_BACK), ...EVERYWHERE };
}

/** Throws a UsageError for an unknown option, a missing argument and one too many. */
function readWords(command: Command, words: readonly string[]): Pick<CommandCall, 'args' | 'options'> {
  const options = Object.fromEntries(
    Object.entries(optionsOf(command)).map(([name, { value }]) => [
      name,
      { type: value ? 'string' : 'boolean' } as const,
    ]),
  );
  const { positionals: args, values } = parsed(command, words, options);
  const missing = command.args.filter((name) => !name.startsWith('['))[args.length];
  if (!values['help']) {
    if (missing !== undefined) throw misread(command, `needs ${missing}`);
    if (args.length > command.args.length) throw misread(command, `does not take "${args[command.args.length]}"`);
  }
  return {
    args,
    options: new Map(Object.entries(values).map(([name, value]) => [name, value === true ? '' : String(value)])),
  };
}

function parsed(command: Command, words: readonly string[], options: NonNullable<ParseArgsConfig['options']>) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The first sentence; Node's advice follows it.
    throw misread(command, `was not understood: ${error.message.split(/\.? To |\n/)[0]}`);
  }
}

function misread(command: Command, what: string): UsageError {
  return new UsageError(`kabinet ${command.name} ${what}.`, helpOf(command));
}

function usageOf({ name, args }: Command): string {
  return ['kabinet', name, ...args].join(' ');
}

function listOf(commands: readonly Command[]): string[] {
  const rows = commands.map((command) => [usageOf(command), command.summary]);
  return ['Commands:', ...indented(rows), 'kabinet COMMAND --help says what one takes.'];
}

function helpOf(command: Command): string[] {
  const rows = Object.entries(optionsOf(command)).map(([name, { summary, value }]) => [
    value ? `--${name} ${value}` : `--${name}`,
    summary,
  ]);
  return [`${usageOf(command)}: ${command.summary}.`, ...indented(rows)];
}

function indented(rows: readonly (readonly string[])[]): string[] {
  return tableOf(rows).map((line) => `  ${line}`);
}
