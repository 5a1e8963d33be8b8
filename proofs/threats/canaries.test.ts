import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { sql } from 'kysely';
import { subjectsTo, tokenTo } from '#proofs/support/accounts/letters.ts';
import type { Database } from '#server/ground/db/database.ts';
import { authenticator } from '#proofs/support/accounts/second-factor.ts';
import { createLog } from '#server/ground/process/log.ts';
import { type Answer, type Ask, ask } from '#proofs/support/ask.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { openTestServer, UNLIMITED } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';
import { ownerId } from '#server/ground/identity/actor.ts';

const CANARY = 'канарейка';

const used = new Set<string>();

/** A unique text of this kind. */
function canary(kind: string): string {
  used.add(kind);
  return `${CANARY}-${kind}`;
}

/** The same, for values that can be ASCII only. */
function ascii(kind: string): string {
  used.add(kind);
  return `kanarejka-${kind}`;
}

/** Makes the database refuse writes to a table from now on, with an error that quotes the value. */
async function refuseAndQuote(db: Database, table: string, column: string): Promise<void> {
  await db.write(async ({ trx }) => {
    if (db.engine === 'sqlite') {
      await sql
        .raw(`create trigger quote_${table} before insert on ${table} begin select raise(abort, new.${column}); end`)
        .execute(trx);
      return;
    }
    await sql
      .raw(
        `create function quote_${table}() returns trigger language plpgsql as $$ begin
          raise exception '%', new.${column} using detail = new.${column}, hint = new.${column}; end $$`,
      )
      .execute(trx);
    await sql
      .raw(`create trigger quote_${table} before insert on ${table} for each row execute function quote_${table}()`)
      .execute(trx);
  });
}

forEachEngine((engine) => {
  test('API-04 nothing personal and no secret comes into the log or the output, errors of the database included', async () => {
    const lines: string[] = [];
    const log = createLog({ logLevel: 'trace' }, { write: (line) => void lines.push(line) });
    const hear = (stream: NodeJS.WriteStream) => {
      const write = stream.write.bind(stream);
      return mock.method(stream, 'write', (...args: Parameters<typeof write>) => {
        lines.push(String(args[0]));
        return write(...args);
      });
    };
    const heard = [hear(process.stdout), hear(process.stderr)];
    await using server = await openTestServer(engine, { replace: { log, limits: UNLIMITED } });
    const { context } = server;
    const secrets: string[] = [];
    const email = `${ascii('email')}@example.com`;
    const password = canary('password');
    const caller: { token?: string } = {};
    const statuses: number[] = [];
    const send = async (method: Ask['method'], url: string, body?: unknown, headers = {}): Promise<Answer> => {
      const answer = await ask(server.app, { method, url, body, headers, ...caller });
      statuses.push(answer.status);
      return answer;
    };
    const users = '/api/collections/users';
    const records = (collection: string) => `/api/collections/${collection}/records`;
    const filter = (text: string) => `?filter=${encodeURIComponent(text)}`;

    const form = { email, password, passwordConfirm: password, name: canary('account') };
    await send('POST', records('users'), form);
    await send('POST', records('users'), form);
    const verification = await tokenTo(context, email, 'Подтвердите');
    await send('POST', `${users}/confirm-verification`, { token: verification });
    await send('POST', `${users}/auth-with-password`, { identity: email, password: canary('wrongpassword') });
    const agent = {
      'user-agent': ascii('agent'),
      cookie: ascii('cookie'),
      'x-other': ascii('header'),
      referer: ascii('path'),
    };
    const signedIn = JSON.parse(
      (await send('POST', `${users}/auth-with-password`, { identity: email, password }, agent)).body,
    );
    const token = String(signedIn.token);
    caller.token = token;
    const owner = ownerId(String(signedIn.record.id));
    const profile = await context.db.read
      .selectFrom('profiles')
      .selectAll()
      .where('user', '=', owner)
      .executeTakeFirstOrThrow();
    const account = await context.db.read
      .selectFrom('users')
      .selectAll()
      .where('id', '=', owner)
      .executeTakeFirstOrThrow();
    const { key: draftKey } = JSON.parse((await send('GET', '/api/draft-key')).body);
    secrets.push(String(draftKey), token, verification, profile.booking_hash, account.token_key, account.password_hash);
    await addWorkingWeek(context.db, owner);

    const factor = JSON.parse((await send('POST', '/api/second-factor/secret', { password })).body);
    const code = authenticator(factor.secret).codeAt(server.clock.now);
    const { codes } = JSON.parse((await send('POST', '/api/second-factor', { code })).body);
    const { mfaId } = JSON.parse(
      (await send('POST', `${users}/auth-with-password`, { identity: email, password })).body,
    );
    const withCode = `${users}/auth-with-otp?mfaId=${mfaId}`;
    await send('POST', withCode, { otpId: 'totp', password: ascii('code') });
    await send('POST', withCode, { otpId: ascii('method'), password: code });
    assert.equal((await send('POST', withCode, { otpId: 'recovery', password: codes[0] })).status, 200);
    secrets.push(factor.secret, mfaId, ...codes);

    const person = {
      name: canary('client'),
      phone: `+7 916 ${ascii('phone')}`,
      description: canary('description'),
      request: canary('request'),
      emergency: canary('emergency'),
      contact: canary('contact'),
      tags: [canary('tag')],
    };
    const visit = {
      start: '2026-11-23T06:00:00Z',
      name: canary('visitor'),
      phone: `+7 ${ascii('visitorphone')} 916`,
      message: canary('message'),
    };
    const note = { title: canary('title'), content: canary('content').repeat(3), date: '2026-11-20' };
    const flows = async (): Promise<void> => {
      const made = await send('POST', records('clients'), person);
      await send('POST', records('clients'), person);
      const meeting = { client: JSON.parse(made.body).id, date: '2026-11-24', status: 'completed' };
      const texts = { news: canary('news'), thoughts: canary('thoughts'), description: canary('session') };
      await send('POST', records('sessions'), { ...meeting, ...texts });
      await send('POST', records('blog_posts'), note);
      await send('POST', records('templates'), { name: canary('form'), text: canary('formtext') });
      await send('POST', `/api/booking-page/${profile.booking_hash}`, visit);
      await send('POST', `/api/booking-page/${ascii('path')}`, visit);
      await send('GET', `/booking/${ascii('path')}`);
      await send('GET', records('clients') + filter(`search_text ~ '${canary('search')}'`));
      await send('GET', records('clients') + filter(`${canary('badfilter')} = `));
      await send('GET', `/api/${ascii('path')}?${ascii('query')}=1`);
      await send('GET', `/%E0%A4%A${ascii('path')}`);
      await send('POST', records('clients'), `{"name": "${canary('badjson')}`);
      await send('POST', records('clients'), canary('form'), {
        'content-type': 'multipart/form-data; boundary=x',
      });
      await send('POST', '/api/profiles/check-licence', { licence_key: `VALID_${canary('licence')}` });
      await send('POST', '/api/batch', {
        requests: [{ method: 'POST', url: records('clients'), body: { ...person, name: canary('batch') } }],
      });
      await send('POST', '/api/batch', `{"requests": [{"method": "${canary('badbatch')}"`);
      await send('POST', records('clients'), { ...person, description: canary('toolarge').repeat(60_000) });
      await send('GET', `${records('clients')}?${ascii('longurl').repeat(2000)}`);
      await send('GET', `/api/journal?client=${ascii('journal')}`);
      await send('GET', `/api/sessions/free-slots?date=${ascii('date')}`);
      await send('PATCH', `${records('profiles')}/${profile.id}`, { name: `\r\n{"level":50}${canary('newname')}` });
      await send('GET', `/dashboard?q=${ascii('page')}`, undefined, { 'user-agent': `\u001b[31m${ascii('agent')}` });
      await send('POST', '/api/realtime', { clientId: ascii('device'), subscriptions: [`clients/${ascii('topic')}`] });
      await send('POST', `${users}/request-email-change`, { newEmail: `${ascii('newemail')}@example.com` });
      await send('POST', `${users}/request-password-reset`, { email });
      await ask(server.app, { method: 'GET', url: records('clients'), token: ascii('header') });
    };
    await flows();
    for (const [table, column] of [
      ['clients', 'description'],
      ['sessions', 'news'],
      ['blog_posts', 'content'],
      ['templates', 'text'],
      ['booking', 'message'],
    ] as const) {
      await refuseAndQuote(context.db, table, column);
    }
    await context.db.write(({ trx }) => trx.deleteFrom('clients').where('user', '=', owner).execute());
    await flows();
    await subjectsTo(context, email);
    const reset = await tokenTo(context, email, 'Новый пароль');
    secrets.push(reset);
    const newPassword = canary('newpassword');
    await send('POST', `${users}/confirm-password-reset`, {
      token: reset,
      password: newPassword,
      passwordConfirm: newPassword,
    });
    for (const { mock: one } of heard) one.restore();

    assert.ok(used.size + secrets.length >= 40, [...used].join(' '));
    assert.ok(statuses.filter((status) => status === 500).length >= 4, statuses.join(' '));
    assert.ok(statuses.filter((status) => status < 300).length >= 10, statuses.join(' '));
    assert.ok(lines.some((line) => line.includes('"level":"error"')) && lines.length > 40);
    const found = [CANARY, 'kanarejka', ...secrets].filter((secret) => lines.some((line) => line.includes(secret)));
    assert.deepEqual(found, []);
    const queued = await context.db.read.selectFrom('outbox').selectAll().execute();
    const journal = await context.db.read.selectFrom('journal').selectAll().execute();
    assert.ok(queued.length > 2 && journal.length > 5);
    const rows = JSON.stringify([queued, journal]);
    assert.deepEqual(
      [CANARY, 'kanarejka', ...secrets].filter((secret) => rows.includes(secret)),
      [],
    );
  });
});
