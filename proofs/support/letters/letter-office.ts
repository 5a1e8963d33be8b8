import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '#server/ground/db/database.ts';
import type { NewRow } from '#server/ground/db/schema.ts';
import type { Limits } from '#server/ground/limits/limit-rules.ts';
import { LETTER_SETTLES_SECONDS } from '#domain/letters/letter.ts';
import { planReminders } from '#server/practice/letters/plan-due-reminders.ts';
import { parseLetter, type StoredLetter } from '#server/ground/mail/read-letters.ts';
import { areLettersDue } from '#proofs/support/letters/due-letters.ts';
import { type Behaviour, type FakeSmtp, startFakeSmtp } from '#proofs/support/mail/fake-smtp.ts';
import { openTestServer, type TestPractitioner, type TestServer, UNLIMITED } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';

export interface LetterOffice extends AsyncDisposable {
  server: TestServer;
  smtp: FakeSmtp;
  practitioner(profile?: Partial<NewRow<'profiles'>>): Promise<LetterPractice>;
  /** Letters to clients that the mail server took, oldest first. */
  taken(): TakenLetter[];
  /** Sends what is due and waits until the outbox has nothing more to do now. */
  send(): Promise<void>;
  /** The same once what was pressed has settled. */
  settle(): Promise<void>;
  /** Moves the clock, then sends. */
  advance(by: Temporal.DurationLike): Promise<void>;
}

export interface TakenLetter extends StoredLetter {
  raw: string;
  messageId: string;
}

export interface LetterRecord {
  id: string;
  kind: string;
  state: string;
  session: string;
  client: string;
  booking: string;
  not_before: string;
  sent_at: string;
  reason: string;
}

export interface LetterPractice extends TestPractitioner {
  client(values?: object): Promise<string>;
  session(client: string, date: string, values?: object): Promise<string>;
  letters(filter?: string): Promise<LetterRecord[]>;
  /** 'kind state' of the letters, oldest first. */
  told(filter?: string): Promise<string[]>;
}

/** A server whose letters go to a mail server of the test, which knows the letters to clients by their way out. */
export async function openLetterOffice(
  engine: Engine,
  behaviour: Behaviour = 'accept',
  held?: Promise<void>,
  replace: { limits?: Limits } = { limits: UNLIMITED },
): Promise<LetterOffice> {
  const smtp = await startFakeSmtp(behaviour, held);
  const server = await openTestServer(engine, { config: { smtpUrl: smtp.url }, replace });
  const { db } = server.context;
  let phones = 0;

  const office: LetterOffice = {
    server,
    smtp,
    async practitioner(profile) {
      const one = await server.practitioner({ license_status: 'active', ...LICENCE, ...profile });
      await addWorkingWeek(db, one.owner);
      const letters = async (filter = ''): Promise<LetterRecord[]> =>
        // A sign-in ends a week after the clock of the test moved on.
        (await server.signIn(one)).pb.collection('letters').getFullList<LetterRecord>({ filter, sort: 'created,id' });
      return {
        ...one,
        letters,
        told: async (filter) => (await letters(filter)).map(({ kind, state }) => `${kind} ${state}`).toSorted(),
        async client(values = {}) {
          phones += 1;
          const name = 'Мария Иванова';
          const body = { name, phone: `+7 916 000-${1000 + phones}`, email: 'maria@example.org', ...values };
          return (await one.pb.collection('clients').create<{ id: string }>(body)).id;
        },
        session: async (client, date, values = {}) =>
          (await one.pb.collection('sessions').create<{ id: string }>({ client, date, ...values })).id,
      };
    },
    taken: () =>
      smtp.taken
        .filter((raw) => /^list-unsubscribe:/im.test(raw))
        .map((raw) => ({
          ...parseLetter('', raw),
          raw,
          messageId: /^message-id: <(\w+)@/im.exec(raw)?.[1] ?? '',
        })),
    async send() {
      await planReminders(server.context);
      server.context.events.wake('letters');
      for (let patience = 1000; patience > 0; patience -= 1) {
        if (!(await areLettersDue(db, server.clock.now))) return;
        if (patience % 20 === 0) server.context.events.wake('letters');
        await sleep(10);
      }
      throw new Error('letters are still due');
    },
    settle: () => office.advance({ seconds: LETTER_SETTLES_SECONDS.LAST }),
    async advance(by) {
      server.clock.now = server.clock.now.add(by);
      await office.send();
    },
    async [Symbol.asyncDispose]() {
      await server.dispose();
      await smtp[Symbol.asyncDispose]();
    },
  };
  return office;
}

const LICENCE = {
  license_key: 'VALID_1',
  license_verified_at: '2026-11-21 09:00:00.000Z',
  license_expires_at: '2027-11-21 09:00:00.000Z',
};
