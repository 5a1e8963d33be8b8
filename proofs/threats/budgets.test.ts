import assert from 'node:assert/strict';
import { StatementSync } from 'node:sqlite';
import { after, before, mock, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { base32nopad } from '@scure/base';
import { sealSecret, storeFactor } from '#server/accounts/second-factor/factor.ts';
import { addAccount, EMAIL, PASSWORD } from '#proofs/support/accounts/account.ts';
import { authenticator, mfaIdOf } from '#proofs/support/accounts/second-factor.ts';
import { onEngine } from '#proofs/support/engines.ts';
import { addBooking, addClient, insertSealed, sessionRow } from '#proofs/support/rows.ts';
import { openTestServer, type TestPractitioner, type TestServer } from '#proofs/support/test-server.ts';

const TEXT = 'Долгая запись о встрече. '.repeat(200);
const SESSIONS = 60;
/** Without a statement for so long, the work that the start began is done. */
const QUIET_MS = 50;
const AT = '2026-11-20 09:00:00.000Z';

type Budget = [name: string, most: number, call: () => Promise<unknown>];

/** Counts and bytes are the same on any machine: the budget of a call for the database and the connection. */
onEngine('sqlite', 'what is counted is its statements', () => {
  let server: TestServer;
  let practitioner: TestPractitioner;
  let session = '';
  let client = '';
  let request = '';

  before(async () => {
    // No tick and nothing put off by the work behind the requests falls into a count, however long the machine takes.
    const { setTimeout: startTimer } = globalThis;
    mock.method(globalThis, 'setInterval', () => startTimer(() => undefined, 0));
    mock.method(globalThis, 'setTimeout', (run: () => void, ms = 0) =>
      startTimer(ms > QUIET_MS ? () => undefined : run, ms).unref(),
    );
    server = await openTestServer('sqlite');
    practitioner = await server.practitioner();
    const { db } = server.context;
    ({ id: client } = await addClient(db, practitioner.owner));
    const sessions = Array.from({ length: SESSIONS }, (_, at) =>
      sessionRow(practitioner.owner, client, { date: day(at), news: TEXT, thoughts: TEXT }),
    );
    session = sessions[0]?.id ?? '';
    await db.write((write) => insertSealed(write, 'sessions', sessions));
    ({ id: request } = await addBooking(db, practitioner.owner, { date: '2027-03-01 06:00:00.000Z' }));
    // The first text makes the key of all of them.
    await practitioner.pb.collection('sessions').update(session, { thoughts: 'Ключ.' });
    // These calls write the fields that change once a day and sign-in.
    await practitioner.pb.collection('sessions').getOne(session);
    await practitioner.pb.collection('sessions').getList(1, 1);
    await practitioner.pb.collection('clients').getList(1, 1);
  });
  after(async () => {
    mock.restoreAll();
    await server.dispose();
  });

  const day = (at: number) => `2026-0${(at % 9) + 1}-${String((at % 28) + 1).padStart(2, '0')} 06:00:00.000Z`;

  /** Returns the number of statements of a call, without what runs from before, the begin and end of transactions and the emptying of the log. */
  async function statementsOf(call: () => Promise<unknown>): Promise<number> {
    while ((await countStatements(() => sleep(QUIET_MS))) > 0);
    return countStatements(call);
  }

  async function countStatements(call: () => Promise<unknown>): Promise<number> {
    let count = 0;
    const counted = (['all', 'run'] as const).map((name) => {
      const original: (...values: never[]) => unknown = StatementSync.prototype[name];
      return mock.method(StatementSync.prototype, name, function (this: StatementSync, ...values: never[]) {
        if (!/^(?:begin|commit|rollback|savepoint|release|pragma)/.test(this.sourceSQL)) count += 1;
        return original.apply(this, values);
      });
    });
    try {
      await call();
    } finally {
      for (const { mock: counter } of counted) counter.restore();
    }
    return count;
  }

  async function keepBudgets(budgets: readonly Budget[]): Promise<void> {
    const over: string[] = [];
    for (const [name, most, call] of budgets) {
      const count = await statementsOf(call);
      if (count > most || count === 0) over.push(`${name}: ${count}, at most ${most}`);
    }
    assert.deepEqual(over, []);
  }

  test('a call makes as many statements as it needs, however many records there are', async () => {
    const { pb } = practitioner;
    const sessions = pb.collection('sessions');
    const budgets: Budget[] = [
      ['view: the sign-in, the record', 2, () => sessions.getOne(session)],
      [
        'list: the sign-in, the ids of the page, its records, its total',
        4,
        () => sessions.getList(1, 30, { fields: 'id,date,client' }),
      ],
      ['list with texts: its size and a row of the journal too', 5, () => sessions.getList(1, 30)],
      [
        'long list with clients, whose names are opened, and without total',
        4,
        () => sessions.getFullList({ expand: 'client', fields: 'id,expand.client.name' }),
      ],
      [
        'the same with all that is written about clients, as long as it can be: four slices of at most 1 MB',
        10,
        () => sessions.getFullList({ expand: 'client', fields: 'id,expand' }),
      ],
      ['create', 8, () => sessions.create({ client, date: '2027-01-04 06:00:00.000Z', status: 'scheduled' })],
      ['update of a text: the key that seals it too', 5, () => sessions.update(session, { news: 'Коротко.' })],
      [
        'approval, with what the visitor agreed to, and what the client was told and has to be told',
        24,
        () => pb.send(`/api/booking/${request}/approve`, { method: 'POST' }),
      ],
      [
        'free times: the sign-in, the profile, the week, what is held',
        4,
        () => pb.send(`/api/booking-page/${practitioner.bookingHash}/slots?from=2026-12-01&to=2026-12-31`, {}),
      ],
      ['auth-refresh', 2, () => pb.collection('users').authRefresh()],
    ];
    await keepBudgets(budgets);
  });

  test('a sign-in makes as many statements as it needs, and a wrong one fewer', async () => {
    const { context } = server;
    const owner = await addAccount(context);
    const users = server.visitor().collection('users');
    // The account is sealed with its first sign-in, and its device known from then on.
    await users.authWithPassword(EMAIL, PASSWORD);
    const budgets: Budget[] = [
      ['a sign-in, with whether the password alone opens the texts', 12, () => users.authWithPassword(EMAIL, PASSWORD)],
      ['a wrong password', 5, () => assert.rejects(users.authWithPassword(EMAIL, 'wrong'))],
      [
        'an account that does not exist',
        4,
        () => assert.rejects(users.authWithPassword('nobody@example.org', 'wrong')),
      ],
    ];
    await keepBudgets(budgets);
    // A letter would be sent meanwhile, by statements of its own.
    const letters = await context.db.read.selectFrom('outbox').select('kind').where('account', '=', owner).execute();
    assert.deepEqual(letters, []);
  });

  test('SAFE-02 a sign-in with a code makes as many statements as it needs, and a wrong code fewer', async () => {
    const { context, clock } = server;
    const email = 'boris@example.org';
    const owner = await addAccount(context, { email, email_key: email });
    const pb = server.visitor();
    const users = pb.collection('users');
    await users.authWithPassword(email, PASSWORD);
    pb.authStore.clear();
    const secret = Buffer.alloc(20, 7);
    // Turned on by its screen, it would send a letter meanwhile.
    const factor = { secret: sealSecret({ context, owner }, secret), turned_on: AT };
    await context.db.write((write) => storeFactor({ write, owner }, factor));
    const { codeAt } = authenticator(base32nopad.encode(secret));
    const mfaId = await mfaIdOf(pb, email);
    const enter = (code: string) => users.authWithOTP('totp', code, { mfaId });
    await keepBudgets([
      [
        'a password that a code follows, with whether it alone opens the texts',
        6,
        () => assert.rejects(users.authWithPassword(email, PASSWORD)),
      ],
      ['a wrong code', 7, () => assert.rejects(enter('no code'))],
      ['a code', 12, () => enter(codeAt(clock.now))],
    ]);
    const letters = await context.db.read.selectFrom('outbox').select('kind').where('account', '=', owner).execute();
    assert.deepEqual(letters, []);
  });

  test('the lists of the screens carry nothing of what is written about a session', async () => {
    const { pb } = practitioner;
    const card = 'id,date,duration,status,client,expand.client.id,expand.client.name,expand.client.phone';
    const bytesOf = async (query: Record<string, string>): Promise<number> => {
      const answer = await fetch(
        `${server.url}/api/collections/sessions/records?${new URLSearchParams(query).toString()}`,
        {
          headers: { Authorization: pb.authStore.token },
        },
      );
      const body = await answer.text();
      assert.doesNotMatch(body, /Долгая запись/);
      return Buffer.byteLength(body);
    };
    const shape = { perPage: '30', sort: '-date', expand: 'client' };
    assert.ok((await bytesOf({ ...shape, fields: card })) < 30 * 250 + 100, 'cards');
    assert.ok(
      (await bytesOf({ ...shape, fields: 'id,date,duration,status,client,expand.client.name' })) < 30 * 210 + 100,
      'the calendar',
    );
  });
});
