import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProgram } from '#proofs/support/program.ts';
import { needPackage } from '#proofs/torture/debian-package.ts';
import { freePort } from '#proofs/support/free-port.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');

/** A proxy with its shipped configuration, except for names, ports and the certificate. */
export interface Proxy extends AsyncDisposable {
  url: string;
  /** All of its logs. */
  logs(): Promise<string>;
}

export async function startCaddy(nodes: readonly string[]): Promise<Proxy> {
  await needPackage('caddy', 'caddy', ['version']);
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-caddy-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  return runProxy(url, folder, 'caddy', ['run', '--config', join(DEPLOY, 'Caddyfile'), '--adapter', 'caddyfile'], {
    DOMAIN: url,
    NODES: nodes.map((node) => new URL(node).host).join(' '),
    CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  });
}

export async function startNginx(nodes: readonly string[]): Promise<Proxy> {
  await needPackage('nginx-light', 'nginx', ['-v']);
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-nginx-'));
  const port = await freePort();
  const shipped = await readFile(join(DEPLOY, 'nginx.conf'), 'utf8');
  const site = replaceAll(shipped, [
    [/^ *listen \[::\]:.*\n/gm, ''],
    [/listen 80(?= default_server|;)/g, `listen 127.0.0.1:${await freePort()}`],
    // Without TLS such a port would speak HTTP/2 alone.
    [/listen 443 ssl(?: http2)?/g, `listen 127.0.0.1:${port}`],
    [/^ *ssl_.*\n/gm, ''],
    ['server_name kabinet.example', 'server_name 127.0.0.1'],
    ['    server 127.0.0.1:8090', nodes.map((node) => `    server ${new URL(node).host}`).join(' fail_timeout=1s;\n')],
    ['/var/log/nginx', folder],
  ]);
  await writeFile(join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${folder}/${each};`,
  );
  const main = [
    'daemon off;',
    'worker_processes 1;',
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `pid ${folder}/pid;`,
    `error_log ${folder}/error.log;`,
    'events {}',
    `http { access_log ${folder}/access.log; ${temporary.join(' ')} include ${folder}/site.conf; }`,
  ];
  await writeFile(join(folder, 'nginx.conf'), main.join('\n'));
  return runProxy(`http://127.0.0.1:${port}`, folder, 'nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], {});
}

/** Throws where a replacement matches nothing, so that the tested configuration is the shipped one. */
export function replaceAll(text: string, changes: [string | RegExp, string][]): string {
  return changes.reduce((result, [from, to]) => {
    const changed = result.replaceAll(from instanceof RegExp ? from : new RegExp(RegExp.escape(from), 'g'), to);
    if (changed === result) throw new Error(`${String(from)} does not stand in the file that is shipped.`);
    return changed;
  }, text);
}

async function runProxy(
  url: string,
  folder: string,
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<Proxy> {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const answers = async (): Promise<boolean> => (await fetch(`${url}/api/health`).catch(() => null))?.status === 200;
  for (let patience = 100; patience > 0 && !(await answers()); patience -= 1) await sleep(100);
  if (!(await answers())) throw new Error(`${program} does not answer: ${output}`);
  return {
    url,
    async logs() {
      const files = ['access.log', 'error.log', 'kabinet.log', 'kabinet-error.log'];
      const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8').catch(() => '')));
      return [output, ...texts].join('\n');
    },
    async [Symbol.asyncDispose]() {
      await endProgram(child, 'SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
