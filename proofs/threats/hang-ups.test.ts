import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { collectRoutes } from '#proofs/support/live-routes.ts';
import { onEngine } from '#proofs/support/engines.ts';
import { openTestServer, UNLIMITED } from '#proofs/support/test-server.ts';
import { createLog } from '#server/ground/process/log.ts';
import { test } from 'node:test';

/** Every type that a route of ours reads, and one that none reads. */
const TYPES = [
  'application/json',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/zip',
  'text/csv',
  'text/unknown',
];
const VALUES: Record<string, string> = { ':collection': 'clients', ':id': 'aaaaaaaaaaaaaaa' };

onEngine('sqlite', 'a body is cut before any data is asked for', () => {
  test('API-04 a sender who leaves in the middle of a body is no error of the program, on any route', async () => {
    const lines: string[] = [];
    const log = createLog({ logLevel: 'debug' }, { write: (line) => void lines.push(line) });
    const { started, routes } = await collectRoutes(() =>
      openTestServer('sqlite', { replace: { log, limits: UNLIMITED } }),
    );
    await using server = started;
    const { pb } = await server.practitioner();
    const port = Number(new URL(server.url).port);
    const withBody = routes.filter((route) => /^(?:POST|PUT|PATCH|DELETE) \//.test(route));
    assert.ok(withBody.length > 40);
    const halves = withBody.flatMap((route) => TYPES.map((type) => ({ route, type })));
    for (const { route, type } of halves) {
      const [method = '', pattern = ''] = route.split(' ');
      const path = pattern.replaceAll(/:\w+/g, (name) => VALUES[name] ?? 'x').replace('*', 'x');
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      const head = [`${method} ${path} HTTP/1.1`, 'Host: x', `Content-Type: ${type}`, 'Content-Length: 1000'];
      const asked = [...head, `Authorization: ${pb.authStore.token}`, '', '{"a'].join('\r\n');
      const before = lines.length;
      socket.write(asked);
      // Once the route reads the body, or has refused it.
      await arrived(lines, before);
      socket.on('error', () => undefined).resetAndDestroy();
    }
    const isLogged = (line: string) => /"route":/.test(line) && /"ms":/.test(line);
    for (let patience = 500; patience > 0 && lines.filter(isLogged).length < halves.length; patience -= 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const failed = lines.filter((line) => /"level":"(?:error|fatal)"|"level":[56]0|"status":5/.test(line));
    assert.deepEqual(failed, []);
    assert.ok(
      lines.some((line) => line.includes('the sender left')),
      'bodies were cut while they were read',
    );
  });
});

/** Waits a few turns of the loop: the bytes are on this machine. */
async function arrived(lines: readonly string[], before: number): Promise<void> {
  for (let turns = 0; turns < 3 && lines.length === before; turns += 1) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
