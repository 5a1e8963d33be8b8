import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { openTestServer } from '#proofs/support/test-server.ts';
import { needPackage } from '#proofs/torture/debian-package.ts';
import { readOperationsBlocks } from '#proofs/torture/operations/blocks.ts';
import type { Part } from '#proofs/torture/part.ts';
import { createLog } from '#server/ground/process/log.ts';

const exec = promisify(execFile);
const NGINX = join(import.meta.dirname, '../../../deploy/nginx.conf');
const SETTINGS = '/etc/fail2ban';

/** Lets Debian's fail2ban read the filters and jails of docs/operations/watching.md, and lines as nginx and the program write them. */
export const run: Part = async (tell) => {
  await needPackage('fail2ban', 'fail2ban-regex', ['--version']);
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-fail2ban-'));
  try {
    await cp(SETTINGS, folder, { recursive: true, dereference: true });
    // Debian's own jail watches a log that a machine without sshd has not.
    await rm(join(folder, 'jail.d'), { recursive: true });
    const log = join(folder, 'sign-in.log');
    await writeFile(log, '');
    for (const { info, text } of await readOperationsBlocks()) {
      if (!info.startsWith(SETTINGS)) continue;
      const file = join(folder, info.slice(SETTINGS.length));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text.replace(/^logpath = .*$/m, `logpath = ${log}`));
    }
    const tested = await exec('fail2ban-client', ['-c', folder, '--test']).then(
      ({ stdout }) => stdout.trim(),
      (error: { stderr: string }) => error.stderr,
    );
    tell({
      what: 'the jails of the documents',
      where: 'fail2ban-client --test',
      measured: tested,
      wanted: 'OK',
      ok: tested.startsWith('OK'),
    });
    const cases = [
      ['kabinet-sign-in', await linesOfNginx()],
      ['kabinet-refused', await linesOfProgram()],
    ] as const;
    for (const [filter, { refused, other }] of cases) {
      await writeFile(log, `${[...refused, ...other].join('\n')}\n`);
      const { stdout } = await exec('fail2ban-regex', [log, join(folder, 'filter.d', `${filter}.conf`)]);
      const counted = /^Lines: .*$/m.exec(stdout)?.[0] ?? stdout;
      tell({
        what: `refused sign-ins found by ${filter}, others left alone`,
        where: 'fail2ban-regex',
        measured: counted,
        wanted: `${refused.length} matched, ${other.length} missed`,
        ok: counted.includes(`${refused.length} matched, ${other.length} missed`),
      });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

interface Lines {
  refused: string[];
  other: string[];
}

/** Lines in the format of deploy/nginx.conf. */
async function linesOfNginx(): Promise<Lines> {
  const [, format = ''] = /^log_format kabinet '(.+)';$/m.exec(await readFile(NGINX, 'utf8')) ?? [];
  const line = (address: string, status: number): string => {
    const values: Record<string, string> = {
      remote_addr: address,
      time_iso8601: '2026-11-28T10:00:01+03:00',
      request_method: 'POST',
      status: String(status),
      request_time: '0.041',
    };
    return format.replaceAll(/\$(\w+)/g, (_all, name: string) => values[name] ?? '');
  };
  return {
    refused: [line('203.0.113.7', 400), line('203.0.113.7', 429), line('2001:db8::7', 400)],
    other: [line('203.0.113.8', 200), line('203.0.113.8', 502)],
  };
}

/** Lines of a program at which passwords are guessed. */
async function linesOfProgram(): Promise<Lines> {
  const refused: string[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line) => void refused.push(line.trimEnd()) });
  await using server = await openTestServer('sqlite', { replace: { log } });
  for (const identity of ['anna@example.org', 'maria@example.org']) {
    const body = JSON.stringify({ identity, password: 'not the password' });
    await fetch(`${server.url}/api/collections/users/auth-with-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
  }
  const isOf = (line: string): boolean => line.includes('"msg":"sign-in refused"');
  for (let tries = 0; tries < 200 && refused.filter(isOf).length < 2; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return { refused: refused.filter(isOf), other: refused.filter((line) => !isOf(line)) };
}
