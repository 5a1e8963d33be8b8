import { fstatSync } from 'node:fs';
import { pino, type DestinationStream, type Logger, type LoggerOptions, type LogFn } from 'pino';
import type { Config } from '#server/ground/config/config.ts';
import { type LogStream, openLogOutput } from '#server/ground/process/log-output.ts';

let standardOutput: DestinationStream | null = null;

/** Creates the program's log, which has no bodies, URLs, names, phones or tokens. */
export function createLog(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    serializers: { err: describeError, req: describeRequest },
    hooks: { logMethod: withoutMessageOfError },
  };
  return pino(options, destination ?? (standardOutput ??= openOutput()));
}

function openOutput(): DestinationStream {
  const output = openLogOutput();
  return isJournal(1) ? withPriorities(output) : output;
}

/** Returns whether systemd's journal reads a file descriptor. */
function isJournal(descriptor: number): boolean {
  const { dev, ino } = fstatSync(descriptor);
  // oxlint-disable-next-line node/no-process-env -- no setting of ours: systemd says so to whatever it starts
  return process.env['JOURNAL_STREAM'] === `${dev}:${ino}`;
}

/** Priorities of syslog, by the numbers of pino's levels. */
const PRIORITIES: Readonly<Record<number, number>> = { 60: 2, 50: 3, 40: 4, 30: 6, 20: 7, 10: 7 };

/** Prefixes each line with `<3>` for an error and so on, which the journal reads as the priority of the line. */
export function withPriorities(output: LogStream): LogStream {
  const prefixed = {
    // Makes pino pass on the level of each line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 30,
    write: (line: string) => output.write(`<${PRIORITIES[prefixed.lastLevel] ?? 6}>${line}`),
    flush: (done: () => void) => output.flush(done),
  };
  return prefixed;
}

/**
 * Logs a warning and waits until it is written, at most two seconds; for a warning before work that blocks the program.
 */
export async function warnFirst(log: Pick<Logger, 'warn'> | undefined, what: object, text: string): Promise<void> {
  log?.warn(what, text);
  if (!log || !('flush' in log) || typeof log.flush !== 'function') return;
  const written = Promise.withResolvers<void>();
  log.flush(written.resolve);
  await written.promise;
}

interface DescribedError {
  name: string;
  code?: string;
  errcode?: number;
  at?: string[];
  cause?: DescribedError;
}

/**
 * Returns the parts of an error that may be logged: its name, code and origin. Never its message, which may quote a
 * value, as PostgreSQL's does.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  // SQLite's number, because its code only says that it is SQLite's.
  const errcode = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined;
  const at = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6)
    .map((line) => line.trim());
  return {
    name: error.name,
    ...(code === undefined ? {} : { code }),
    ...(errcode === undefined ? {} : { errcode }),
    ...(at ? { at } : {}),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** Returns the parts of a request that Fastify may log: its URL may contain a booking hash or a search text. */
function describeRequest(request: { method?: string; routeOptions?: { url?: string } }): Record<string, unknown> {
  return { method: request.method, route: request.routeOptions?.url ?? 'unknown' };
}

/** Logs the name of an error that is logged without a message: Fastify would use the error's own message. */
function withoutMessageOfError(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [logged, words] = args;
  const error = logged instanceof Error ? logged : errorIn(logged);
  if (error && (words === undefined || words === error.message)) method.call(this, logged, error.name);
  else method.apply(this, args);
}

function errorIn(logged: unknown): Error | null {
  if (typeof logged !== 'object' || logged === null || !('err' in logged)) return null;
  return logged.err instanceof Error ? logged.err : null;
}
