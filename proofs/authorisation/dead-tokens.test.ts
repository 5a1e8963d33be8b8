import assert from 'node:assert/strict';
import { erased } from '#proofs/support/accounts/erased.ts';
import { hashPassword } from '#server/accounts/passwords/password.ts';
import { issueToken } from '#server/accounts/tokens/tokens.ts';
import { forgeTokens } from '#proofs/authorisation/forged-tokens.ts';
import { subscription } from '#proofs/authorisation/record-cells.ts';
import { type Ask, ask } from '#proofs/support/ask.ts';
import { openStream } from '#proofs/support/event-stream.ts';
import { plantPractice, type PracticeIds, tokenOf } from '#proofs/support/planted-practice.ts';
import { rowsOf } from '#proofs/support/stored-rows.ts';
import { NOON, UNLIMITED, onServerWith } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

/** A second, and what a busy machine adds; the heartbeat would end a stream after up to 25. */
const WITHIN_MS = 6000;

onServerWith({ replace: { limits: UNLIMITED } }, (server, engine) => {
  const it = sameOnBoth(engine);
  const send = (token: string, request: Omit<Ask, 'token'>) => ask(server.app, { ...request, token });
  const api = '/api/collections';

  /** A rejected token makes the caller a guest on every kind of route, and the response shows it. */
  async function assertGuest(token: string, { owner, clients }: PracticeIds): Promise<void> {
    const record = `${api}/clients/records/${clients[0]}`;
    const earlier = await rowsOf(server.context.db, owner);
    const asked: [Omit<Ask, 'token'>, number][] = [
      [{ method: 'POST', url: `${api}/users/auth-refresh` }, 401],
      [{ method: 'GET', url: `${api}/clients/records` }, 200],
      [{ method: 'GET', url: record }, 404],
      [{ method: 'PATCH', url: record, body: { description: 'x' } }, 404],
      [{ method: 'DELETE', url: record }, 404],
      [{ method: 'POST', url: `${api}/clients/records`, body: { name: 'Новый', phone: '1234567' } }, 400],
      [{ method: 'POST', url: '/api/batch', body: { requests: [{ method: 'DELETE', url: record }] } }, 400],
      [{ method: 'GET', url: '/api/sign-ins' }, 401],
      [{ method: 'GET', url: '/api/draft-key' }, 401],
    ];
    for (const [request, status] of asked) {
      const answer = await send(token, request);
      assert.equal(answer.status, status, request.url);
      assert.equal(answer.headers['www-authenticate'], 'Bearer error="invalid_token"', request.url);
      if (status === 200) assert.deepEqual(JSON.parse(answer.body).items, []);
    }
    assert.deepEqual(await rowsOf(server.context.db, owner), earlier);
  }

  it('AUTH-03 no mutated token is accepted by any route', async () => {
    const { sent, accepted } = await forgeTokens(server, 300);
    assert.deepEqual([sent, accepted], [300, []]);
  });

  it('AUTH-03 a token of a letter, of another secret or of a sign-in that is not its account’s makes a guest', async () => {
    const anna = await plantPractice(server.context.db, 'anna');
    const boris = await plantPractice(server.context.db, 'boris');
    const { secrets, db } = server.context;
    const account = await db.read
      .selectFrom('users')
      .selectAll()
      .where('id', '=', anna.owner)
      .executeTakeFirstOrThrow();
    const about = { email: account.email, newEmail: 'new@example.com', jti: anna.signIns[0] ?? '' };
    const foreign = { key: () => new Uint8Array(32) };
    for (const token of [
      issueToken(secrets, 'verification', account, about, NOON),
      issueToken(secrets, 'passwordReset', account, about, NOON),
      issueToken(secrets, 'emailChange', account, about, NOON),
      issueToken(foreign, 'auth', account, about, NOON),
      issueToken(secrets, 'auth', account, { jti: boris.signIns[0] ?? '' }, NOON),
      issueToken(secrets, 'auth', { ...account, id: boris.owner }, about, NOON),
      issueToken(secrets, 'auth', account, about, NOON.subtract({ hours: 24 * 7 })),
    ]) {
      await assertGuest(token, anna);
    }
    assert.equal(
      (await send(await tokenOf(server.context, anna), { method: 'GET', url: '/api/sign-ins' })).status,
      200,
    );
  });

  async function givePassword({ owner }: PracticeIds): Promise<string> {
    const password = 'correct horse battery';
    const password_hash = await hashPassword(password);
    const { db } = server.context;
    await db.write(({ trx }) => trx.updateTable('users').set({ password_hash }).where('id', '=', owner).execute());
    return password;
  }

  /** Everything that ends a token, through its own sign-in or another one of the account's. */
  const ends: [name: string, end: (practice: PracticeIds, token: string) => Promise<unknown>][] = [
    ['signing out', ({ signIns }, token) => send(token, { method: 'DELETE', url: `/api/sign-ins/${signIns[0]}` })],
    [
      'another device signing all others out',
      async (practice) => send(await tokenOf(server.context, practice, 1), { method: 'DELETE', url: '/api/sign-ins' }),
    ],
    [
      'a forgotten password',
      async ({ owner }) => {
        const { secrets, db } = server.context;
        const account = await db.read.selectFrom('users').selectAll().where('id', '=', owner).executeTakeFirstOrThrow();
        const token = issueToken(secrets, 'passwordReset', account, { email: account.email }, NOON);
        const body = { token, password: 'another horse', passwordConfirm: 'another horse' };
        const confirm = { method: 'POST', url: `${api}/users/confirm-password-reset`, body } as const;
        assert.equal((await ask(server.app, confirm)).status, 204);
        assert.equal((await ask(server.app, confirm)).status, 400, 'a link works once');
      },
    ],
    [
      'a new password',
      async (practice, token) => {
        const password = await givePassword(practice);
        const body = { oldPassword: password, password: 'another horse', passwordConfirm: 'another horse' };
        const answer = await send(token, { method: 'PATCH', url: `${api}/users/records/${practice.owner}`, body });
        assert.equal(answer.status, 200, answer.body);
      },
    ],
    [
      'a new e-mail address',
      async (practice, token) => {
        const { owner } = practice;
        const { secrets, db } = server.context;
        const password = await givePassword(practice);
        const newEmail = `new-${owner}@example.com`;
        const request = { method: 'POST', url: `${api}/users/request-email-change`, body: { newEmail } } as const;
        assert.equal((await send(token, request)).status, 204);
        const account = await db.read.selectFrom('users').selectAll().where('id', '=', owner).executeTakeFirstOrThrow();
        const about = { email: account.email, newEmail };
        const letter = issueToken(secrets, 'emailChange', account, about, NOON);
        const confirm = {
          method: 'POST',
          url: `${api}/users/confirm-email-change`,
          body: { token: letter, password },
        } as const;
        assert.equal((await ask(server.app, confirm)).status, 204);
        assert.equal((await ask(server.app, confirm)).status, 400, 'a link works once');
      },
    ],
    [
      'the account’s end',
      async (practice, token) => {
        const body = { password: await givePassword(practice) };
        await send(token, { method: 'DELETE', url: `${api}/users/records/${practice.owner}`, body });
        await erased(server.context, practice.owner);
      },
    ],
  ];
  for (const [at, [name, end]] of ends.entries()) {
    it(`AUTH-03 AUTH-09 after ${name} the token makes a guest and its stream ends`, async () => {
      const practice = await plantPractice(server.context.db, `olga${at}`);
      const token = await tokenOf(server.context, practice);
      const stream = await openStream(server.url);
      assert.equal((await ask(server.app, subscription(stream.clientId, ['clients/*'], token))).status, 204);
      await end(practice, token);
      const ended = performance.now();
      await stream.closed;
      assert.ok(performance.now() - ended < WITHIN_MS);
      await assertGuest(token, practice);
    });
  }
});
