import { pino, type DestinationStream, type Logger, type LoggerOptions, type LogFn } from 'pino';
import type { Config } from '#server/config/config.ts';

/** The program's log. Nobody writes bodies, addresses of pages, names, phones or tokens to it. */
export function createLog(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError, req: describeRequest },
    hooks: { logMethod: withoutMessageOfError },
  };
  return pino(options, destination ?? standardOutput());
}

/** Written a few lines at a time, at least once a second and at the end: a write for each line was 12 % of a view. */
function standardOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: false, minLength: 16_000, periodicFlush: 1000 });
}

interface DescribedError {
  name: string;
  code?: string;
  errcode?: number;
  at?: string[];
  cause?: DescribedError;
}

/**
 * What the log may hold of an error: its name, code and where it came from. Never its message, which may quote a
 * value (PostgreSQL's does).
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  // SQLite's own number, where the code says no more than that it was SQLite.
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

/** Of a request that Fastify itself logs: its address may hold a booking hash or a search text. */
function describeRequest(request: { method?: string; routeOptions?: { url?: string } }): Record<string, unknown> {
  return { method: request.method, route: request.routeOptions?.url ?? 'unknown' };
}

/** An error that is logged without words of ours would bring its own, and Fastify takes its message for words. */
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
