import { PASSWORD_COST } from '#server/ground/config/config.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeWider } from '#server/accounts/sign-ins/network-limits.ts';
import { tryPassword } from '#server/accounts/passwords/try-password.ts';
import { addAccount, EMAIL, PASSWORD } from '#proofs/support/accounts/account.ts';
import { clockedLimits } from '#proofs/support/accounts/clocked-limits.ts';
import { countHashes } from '#proofs/support/accounts/hash-count.ts';
import { tokenTo } from '#proofs/support/accounts/letters.ts';
import { LIMITS, TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import { type Answer, ask } from '#proofs/support/ask.ts';
import { forEachEngine, onEngine } from '#proofs/support/engines.ts';
import { openTestServer, type TestServer } from '#proofs/support/test-server.ts';
import { rounds } from '#proofs/support/long-form.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const GUESSES = rounds({ short: 103, long: 250 });
const HOME = '203.0.113.7';
const MINUTE = 60_000;

function guess(server: TestServer, at: number, address: string): Promise<Answer> {
  const body = { identity: EMAIL, password: `guess ${at}` };
  return ask(server.app, { method: 'POST', url: '/api/collections/users/auth-with-password', body, address });
}

function signIn(server: TestServer, password: string, address: string): Promise<Answer> {
  const body = { identity: EMAIL, password };
  return ask(server.app, { method: 'POST', url: '/api/collections/users/auth-with-password', body, address });
}

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  for (const [from, addressOf] of [
    ['one address', () => '198.51.100.9'],
    ['as many addresses', (at: number) => `198.51.${at >> 8}.${at & 255}`],
  ] as const) {
    test(`AUTH-05 of ${GUESSES} guesses from ${from} at most 20 are tried, and the owner gets in meanwhile`, async () => {
      await using server = await openTestServer(engine);
      await addAccount(server.context);
      assert.equal((await signIn(server, PASSWORD, HOME)).status, 200);
      const statuses: number[] = [];
      const hashes = await countHashes(async () => {
        for (let at = 0; at < 5; at += 1) statuses.push((await guess(server, at, addressOf(at))).status);
        for (let at = 5; at < GUESSES; at += 49) {
          const answers = await Promise.all(
            Array.from({ length: 49 }, (_, index) => guess(server, at + index, addressOf(at + index))),
          );
          for (const { status, headers } of answers) {
            statuses.push(status);
            if (status === 429) assert.match(String(headers['retry-after']), /^[1-9]\d*$/);
          }
        }
      });
      assert.ok(hashes >= 5 && hashes <= 20, `${hashes} tried`);
      assert.equal(statuses.filter((status) => status === 400).length, hashes);
      assert.equal(statuses.filter((status) => status === 429).length, GUESSES - hashes);
      assert.equal((await signIn(server, PASSWORD, HOME)).status, 200);
    });
  }

  it('AUTH-05 guesses from elsewhere do not keep the owner out of an address near a known one, nor guesses near it out of that', async () => {
    await using server = await openTestServer(engine);
    await addAccount(server.context);
    const [known, near, far] = ['10.71.5.20', '10.71.5.21', '10.72.5.21'];
    assert.equal((await signIn(server, PASSWORD, known)).status, 200);
    for (let at = 0; at < 20; at += 1) await guess(server, at, `198.51.100.${at}`);
    const statuses = async (...addresses: string[]) => {
      const found: number[] = [];
      for (const address of addresses) found.push((await signIn(server, PASSWORD, address)).status);
      return found;
    };
    assert.deepEqual(await statuses(far, near, known), [429, 200, 200]);
    // The one that was near is known now; a stranger in the neighbourhood closes the rest of it alone.
    for (let at = 0; at < 20; at += 1) await guess(server, at, `10.71.5.${100 + at}`);
    assert.deepEqual(await statuses('10.71.5.200', near, known), [429, 200, 200]);
  });

  it('AUTH-05 a flood from many networks of one /48 does not keep the owner out', async () => {
    // The real cost: a flood gets a 429 because hashes take long.
    await using server = await openTestServer(engine, { config: { passwordCost: PASSWORD_COST } });
    await addAccount(server.context);
    assert.equal((await signIn(server, PASSWORD, HOME)).status, 200);
    const body = { identity: 'nobody@example.org', password: 'a guess' };
    const url = '/api/collections/users/auth-with-password';
    const flood = Array.from({ length: 60 }, (_, at) =>
      ask(server.app, {
        method: 'POST',
        url,
        body: { ...body, identity: `${at}@example.org` },
        address: `2001:db8:1:${at}::1`,
      }),
    );
    const own = await Promise.all([signIn(server, PASSWORD, HOME), signIn(server, PASSWORD, HOME)]);
    assert.deepEqual(
      own.map(({ status }) => status),
      [200, 200],
    );
    const refused = (await Promise.all(flood)).filter(({ status }) => status === 429);
    assert.ok(refused.length > 50, String(refused.length));
  });

  it('AUTH-09 who set a new password by letter gets in from there while the account is under attack', async () => {
    await using server = await openTestServer(engine);
    await addAccount(server.context);
    for (let at = 0; at < 12; at += 1) await guess(server, at, `198.51.100.${at}`);
    assert.equal((await signIn(server, PASSWORD, HOME)).status, 429, 'from an address of nobody’s');
    const api = '/api/collections/users';
    await ask(server.app, { method: 'POST', url: `${api}/request-password-reset`, body: { email: EMAIL } });
    const token = await tokenTo(server.context, EMAIL, 'Новый пароль');
    const password = 'another horse battery';
    const body = { token, password, passwordConfirm: password };
    const url = `${api}/confirm-password-reset`;
    assert.equal((await ask(server.app, { method: 'POST', url, body, address: HOME })).status, 204);
    assert.equal((await signIn(server, password, HOME)).status, 200);
  });
});

onEngine('sqlite', 'windows that last for hours end by the clock of the test, which counts in one process', () => {
  test('AUTH-05 the longer a guesser guesses, the slower: 40 tries in a day, and the next day the owner is let in', async () => {
    const clock = { ms: 0 };
    await using server = await openTestServer('sqlite', { replace: { limits: clockedLimits(clock) } });
    await addAccount(server.context);
    const tried: number[] = [];
    for (let minute = 0; minute < 24 * 60; minute += minute < 150 ? 1 : 15) {
      clock.ms = minute * MINUTE;
      try {
        await tryPassword(server.context, EMAIL, 'a guess', `198.51.${minute >> 8}.${minute & 255}`);
        tried.push(minute);
      } catch (error) {
        assert.ok(error instanceof TooManyRequests);
      }
    }
    const until = (minute: number) => tried.filter((at) => at < minute).length;
    assert.deepEqual([until(15), until(120), until(24 * 60)], [10, 20, LIMITS.signInPerMailboxDaily.points]);
    clock.ms = 24 * 60 * MINUTE;
    assert.ok(await tryPassword(server.context, EMAIL, PASSWORD, HOME));
  });

  test('AUTH-05 guesses from many networks of one /56 or /48 are counted together', async () => {
    const limits = clockedLimits({ ms: 0 });
    await using server = await openTestServer('sqlite', { replace: { limits } });
    const rule = LIMITS.signInPerNetwork;
    const fill = async (networks: number, points: number, address: (network: number, at: number) => string) => {
      for (let network = 0; network < networks; network += 1) {
        for (let at = 0; at < points; at += 1) await takeWider({ limits }, rule, address(network, at));
      }
    };
    const tryFrom = (address: string) => tryPassword(server.context, EMAIL, 'a guess', address);
    await fill(1, rule.points * 4 - 1, (_, at) => `2001:db8:1:${at.toString(16)}::1`);
    await tryFrom('2001:db8:1:fe::1');
    await assert.rejects(tryFrom('2001:db8:1:ff::1'), TooManyRequests);
    await tryFrom('2001:db8:1:1ff::1');
    await fill(16, rule.points, (network, at) => `2001:db8:2:${network.toString(16)}${(at + 16).toString(16)}::1`);
    await assert.rejects(tryFrom('2001:db8:2:ffff::1'), TooManyRequests);
  });
});
