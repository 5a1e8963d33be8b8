import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from '#server/config.ts';

/** The program's log. Nobody writes bodies, addresses of pages, names, phones or tokens to it. */
export function createLog(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * What the log may hold of an error: its name, code and where it came from. Never its message, which may quote a
 * value (PostgreSQL's does).
 */
export function describeError(error: unknown): { name: string; code?: string; at?: string[] } {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const at = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6)
    .map((line) => line.trim());
  return { name: error.name, ...(code === undefined ? {} : { code }), ...(at ? { at } : {}) };
}
