import { bech32 } from '@scure/base';
import { z } from 'zod';
import { REGISTRATION_MODES, type RegistrationMode } from '#domain/accounts/registration-mode.ts';
import { isCarelesslyClear, serverUrl } from '#server/ground/config/postgres-url.ts';
import { isLoopback } from '#server/ground/config/loopback.ts';
import { isProxyNetwork } from '#server/ground/config/proxy-networks.ts';
import { isSender } from '#server/ground/config/mail-names.ts';
import { isSmtpUrl } from '#server/ground/config/smtp-url.ts';
import { findMistyped } from '#server/ground/config/mistyped-variable.ts';

/** A wrong variable: one sentence that names it, for the person who starts the program. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const origin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => URL.canParse(url) && new URL(url).origin === url.replace(/\/$/, ''))
  .transform((url) => new URL(url).origin);

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

/** An IP address or a host name: no URL, no port, no brackets. */
const address = z.string().refine((text) => !/[\s/@?#]/.test(text) && URL.canParse(httpAddress(text, 80)));

/** Only a shell expands ~ to the home folder: here it would be a folder with that name. */
const path = z.string().regex(/^(?!~(?:[/\\]|$))/);

const mailbox = z.string().refine(isSender);

/** The shortest passphrase of a backup. */
export const PASSPHRASE_MIN = 12;

const ENCODED = 'in its password / is written %2F, # %23, ? %3F and @ %40';
const database = z.string().refine((url) => serverUrl(url) !== null);
const DATABASE = `a postgres:// URL of one server, a proxy follows the primary of several (docs/SCALING.md); ${ENCODED}`;

const variables = {
  HOST: [address, 'an address to listen on, without http:// and port'],
  PORT: [z.coerce.number().int().min(0).max(65_535), 'a port number from 0 to 65535'],
  DATA_DIR: [path, 'a folder, without ~'],
  KEY_FILE: [path, 'a file, without ~'],
  DATABASE_URL: [database, DATABASE],
  DATABASE_DIRECT_URL: [database, DATABASE],
  PUBLIC_URL: [origin, 'an http:// or https:// origin without a path'],
  SMTP_URL: [z.string().refine(isSmtpUrl), `an smtp:// or smtps:// URL with a host; ${ENCODED}`],
  MAIL_FROM: [
    mailbox,
    `an e-mail address in Latin letters, alone or as 'Name <name@host>'; a name with ( ) : ; or @ stands in "quotes"`,
  ],
  TRUST_PROXY: [
    list.pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).refine(isProxyNetwork)).min(1)),
    'addresses or networks of proxies, none wider than /8, separated by commas',
  ],
  ALLOWED_ORIGINS: [list.pipe(z.array(origin)), 'origins separated by commas'],
  BACKUP_DIR: [path, 'a folder, without ~'],
  BACKUP_KEY_FILE: [path, 'a file, without ~'],
  BACKUP_RECIPIENT: [
    list.pipe(z.array(z.string().refine(isRecipient)).min(1)),
    'recipients of age (age1…), separated by commas',
  ],
  BACKUP_PASSPHRASE: [z.string().min(PASSPHRASE_MIN), `a passphrase of ${PASSPHRASE_MIN} characters or more`],
  BACKUP_KEEP: [
    z.string().regex(/^[1-9]\d{0,2}(?:,\d{1,3}){2}$/),
    'three numbers: of daily, weekly and monthly backups, for instance 14,8,12',
  ],
  BACKUP_AFTER: [z.string().min(1), 'a command'],
  BACKUP_PING_URL: [z.url({ protocol: /^https?$/ }), 'an http:// or https:// URL'],
  METRICS_TOKEN: [z.string().regex(/^[\x21-\x7e]{16,}$/), 'at least 16 characters without spaces'],
  REGISTRATION: [z.enum(REGISTRATION_MODES), `one of ${REGISTRATION_MODES.join(', ')}`],
  LICENCE_PRICE: [z.string().regex(/^[^\p{Cc}]{1,60}$/u), 'one line of at most 60 characters'],
  LICENCE_URL: [z.url({ protocol: /^https$/ }), 'an https:// URL'],
  QUOTA_MB: [z.coerce.number().int().min(0).max(1_000_000), 'a number of megabytes an account, 0 for none'],
  LOG_LEVEL: [z.enum(LOG_LEVELS), `one of ${LOG_LEVELS.join(', ')}`],
} as const;

/** The names of all variables. */
export const VARIABLES: readonly string[] = Object.keys(variables);

type Variable = keyof typeof variables;
type Value<Name extends Variable> = z.output<(typeof variables)[Name][0]>;

/** The cost of one argon2id hash; the memory is in KiB. */
export interface PasswordCost {
  memory: number;
  passes: number;
  parallelism: number;
}

/** A full practice of twenty years takes about a tenth of this. */
const DEFAULT_QUOTA_MB = 2000;

/** About 38 ms of one core. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };

export interface Config {
  host: string;
  port: number;
  dataDir: string;
  /** The file with the key of the texts; null: next to the SQLite database. */
  keyFile: string | null;
  databaseUrl: string | null;
  /** The same database without the pooler in front of `databaseUrl`, for work that needs its connection to last. */
  databaseDirectUrl: string | null;
  /** The origin of links in letters and of booking links. */
  publicUrl: string;
  smtpUrl: string | null;
  mailFrom: string;
  trustProxy: string[];
  allowedOrigins: string[];
  /** The folder of the daily backup. */
  backupDir: string | null;
  /** Public keys for new backups; without any, the passphrase encrypts them. */
  backupRecipients: string[];
  /**
   * A file with the passphrase of backups or with identities that open them; the commands also accept the passphrase of
   * `backupPassphrase`.
   */
  backupKeyFile: string | null;
  backupPassphrase: string | null;
  /** How many daily backups are kept: the newest, and the first ones of weeks and months. */
  backupKeep: { newest: number; weeks: number; months: number };
  /** A shell command to run after each daily backup, with its file as BACKUP_FILE in the environment. */
  backupAfter: string | null;
  /** A URL to request after each successful daily backup. */
  backupPingUrl: string | null;
  /** Grants access to `/metrics`; null allows only callers on this machine. */
  metricsToken: string | null;
  /** Who may register. */
  registration: RegistrationMode;
  /** What a licence costs, in one line for practitioners, and where to buy it. */
  licencePrice: string | null;
  licenceUrl: string | null;
  /** How much an account's records may take; 0: no limit but the disk. */
  quotaMb: number;
  logLevel: (typeof LOG_LEVELS)[number];
  /** For new passwords; no variable, but tests set a cheaper one. */
  passwordCost: PasswordCost;
}

/**
 * Reads the environment; throws a ConfigError that names the first wrong variable. An empty variable counts as absent.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  function read<Name extends Variable>(name: Name): Value<Name> | null {
    const text = env[name];
    if (text === undefined || text.trim() === '') return null;
    const [schema, wanted] = variables[name];
    const result = schema.safeParse(text.trim());
    if (!result.success) throw new ConfigError(`${name} must be ${wanted}.`);
    return result.data as Value<Name>;
  }
  refuseHidden(env);
  refuseMistyped(env);
  const host = read('HOST') ?? '127.0.0.1';
  const port = read('PORT') ?? 8090;
  const databaseUrl = read('DATABASE_URL');
  const databaseDirectUrl = read('DATABASE_DIRECT_URL');
  if (databaseDirectUrl !== null && databaseUrl === null) {
    throw new ConfigError('DATABASE_DIRECT_URL must be empty without DATABASE_URL: it leads past a pooler.');
  }
  refuseClear('DATABASE_URL', databaseUrl);
  refuseClear('DATABASE_DIRECT_URL', databaseDirectUrl);
  const backupDir = read('BACKUP_DIR');
  const backupKeyFile = read('BACKUP_KEY_FILE');
  const backupRecipients = read('BACKUP_RECIPIENT') ?? [];
  if (backupDir !== null && backupKeyFile === null && backupRecipients.length === 0) {
    throw new ConfigError(
      'BACKUP_RECIPIENT or BACKUP_KEY_FILE must be set with BACKUP_DIR: it is the key that encrypts the backups.',
    );
  }
  const backupAfter = read('BACKUP_AFTER');
  const backupPingUrl = read('BACKUP_PING_URL');
  if (backupDir === null && (backupAfter ?? backupPingUrl) !== null) {
    const name = backupAfter === null ? 'BACKUP_PING_URL' : 'BACKUP_AFTER';
    throw new ConfigError(`${name} must be empty without BACKUP_DIR: it follows the daily backup.`);
  }
  const publicUrl = read('PUBLIC_URL') ?? httpAddress(host, port);
  const smtpUrl = read('SMTP_URL');
  const mailFrom = read('MAIL_FROM');
  if (mailFrom === null && smtpUrl !== null && !isLoopback(new URL(smtpUrl).hostname)) {
    throw new ConfigError('MAIL_FROM must be set with SMTP_URL: an address for which that server sends.');
  }
  return {
    host,
    port,
    dataDir: read('DATA_DIR') ?? './data',
    keyFile: read('KEY_FILE'),
    databaseUrl,
    databaseDirectUrl,
    publicUrl,
    smtpUrl,
    mailFrom: mailFrom ?? `Кабинет <kabinet@${mailHost(publicUrl)}>`,
    trustProxy: read('TRUST_PROXY') ?? [],
    allowedOrigins: read('ALLOWED_ORIGINS') ?? [],
    backupDir,
    backupRecipients,
    backupKeyFile,
    backupPassphrase: read('BACKUP_PASSPHRASE'),
    backupKeep: readKept(read('BACKUP_KEEP') ?? '14,8,12'),
    backupAfter,
    backupPingUrl,
    metricsToken: read('METRICS_TOKEN'),
    registration: read('REGISTRATION') ?? 'open',
    licencePrice: read('LICENCE_PRICE'),
    licenceUrl: read('LICENCE_URL'),
    quotaMb: read('QUOTA_MB') ?? DEFAULT_QUOTA_MB,
    logLevel: read('LOG_LEVEL') ?? 'info',
    passwordCost: PASSWORD_COST,
  };
}

function readKept(text: string): Config['backupKeep'] {
  const [newest = 1, weeks = 0, months = 0] = text.split(',').map(Number);
  return { newest, weeks, months };
}

/**
 * A byte order mark, which editors write at the beginning of a file, would become part of a name and hide the variable.
 */
function refuseHidden(env: NodeJS.ProcessEnv): void {
  const hidden = Object.keys(env)
    .find((name) => name.startsWith('\uFEFF'))
    ?.slice(1);
  if (hidden === undefined) return;
  throw new ConfigError(
    `${hidden} must begin its line: the file of settings begins with a byte order mark. Save it as UTF-8 without one.`,
  );
}

/** A mistyped variable would silently have no effect: letters would not be sent, for instance. */
function refuseMistyped(env: NodeJS.ProcessEnv): void {
  const set = Object.keys(env).filter((name) => (env[name] ?? '').trim() !== '');
  const mistyped = findMistyped(set, VARIABLES);
  if (mistyped)
    throw new ConfigError(`${mistyped.name} is no variable of Kabinet: it must be ${mistyped.meant}, or empty.`);
}

function refuseClear(name: Variable, url: string | null): void {
  if (url === null || !isCarelesslyClear(url)) return;
  throw new ConfigError(
    `${name} must say sslmode=verify-full for a database on another machine, or sslmode=disable where nobody can listen on the way.`,
  );
}

/** Returns whether a text is a public key of age with a valid checksum; the long ones also resist quantum computers. */
function isRecipient(text: string): boolean {
  const decoded = bech32.decodeUnsafe(text, false);
  if (decoded === undefined || text !== text.toLowerCase()) return false;
  const bytes = bech32.fromWordsUnsafe(decoded.words);
  return decoded.prefix === 'age' ? bytes?.length === 32 : decoded.prefix === 'age1pq' && bytes !== undefined;
}

function httpAddress(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Returns the public host as the domain of an e-mail address; 'localhost' for an IP address. */
function mailHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return /^[\d.]+$|:/.test(hostname) ? 'localhost' : hostname;
}
