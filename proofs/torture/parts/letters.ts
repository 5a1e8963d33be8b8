import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERIES_LIMITS } from '#domain/series/series.ts';
import type { Engine } from '#server/ground/db/database.ts';
import { openDatabase } from '#server/ground/db/open-database.ts';
import { createTestData } from '#proofs/support/engines.ts';
import { arrivalsOf } from '#proofs/support/letters/arrivals.ts';
import { killSenders } from '#proofs/support/letters/kill-senders.ts';
import { runRounds } from '#proofs/support/letters/histories/run-rounds.ts';
import { openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { plantDueLetters } from '#proofs/support/letters/plant-letters.ts';
import { sendThroughTrouble } from '#proofs/support/letters/troubled-sending.ts';
import { type Behaviour, startFakeSmtp } from '#proofs/support/mail/fake-smtp.ts';
import { seriesPractice } from '#proofs/support/series/series-calls.ts';
import type { Part } from '#proofs/torture/part.ts';
import { medianOf } from '#proofs/torture/two-samples.ts';

const LETTERS = 1000;
const HISTORIES = 20_000;
const KILLS = 200;
const SHARED_LETTERS = 10_000;
const NODES = 2;
const HANG_MS = 60_000;
const SAVES = 20;
const SAVE_BARS = { sqlite: 150, postgres: 300 } as const;
const REQUESTS = 200;
/** What the sender takes of the processor that it shares with requests. */
const QUEUE_MS = 50;
const SENDER = join(import.meta.dirname, '../../support/mail/send-letters.ts');

type Tell = Parameters<Part>[0];

/** Letters to clients: a mail server in trouble, killed senders, several nodes, and who waits for any of it. */
export const run: Part = async (tell) => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    await trouble(tell, engine);
    await saving(tell, engine);
    await requests(tell, engine);
    await truth(tell, engine);
  }
  await nodes(tell);
  await kills(tell);
};

const TROUBLES: readonly Behaviour[] = [
  'accept',
  'accept',
  'accept',
  'busy',
  'refuse',
  'refuse-sender',
  'hang-up',
  'drop',
];

async function trouble(tell: Tell, engine: Engine): Promise<void> {
  const first: Behaviour[] = ['hang', 'hang', 'hang', 'hang', 'silent', 'silent'];
  const sent = await sendThroughTrouble(engine, { letters: LETTERS, first, later: TROUBLES, hangMs: HANG_MS });
  const { arrived, refused, lost, doubled, connections, seconds } = sent;
  tell({
    what: `${LETTERS} letters, a mail server that hangs ${HANG_MS / 1000} s, says nothing, drops, and answers 4xx and 5xx`,
    where: engine,
    measured: `${arrived} arrived, ${refused} refused and shown, ${lost} lost, ${doubled} doubled, ${connections} connections, ${seconds.toFixed(0)} s`,
    wanted: '0 lost, 0 doubled',
    ok: lost === 0 && doubled === 0,
  });
  const impatient = { letters: 4, first: ['hang' as const], later: ['accept' as const], hangMs: 3000 };
  const control = await sendThroughTrouble(engine, { ...impatient, timeouts: { socketTimeout: 1000 } });
  tell({
    what: 'control: a sender that waits less than the mail server hangs',
    where: engine,
    measured: `${control.doubled} doubled`,
    wanted: 'at least 1',
    ok: control.doubled > 0,
  });
}

/** Histories of presses: what clients were told last is what holds. */
async function truth(tell: Tell, engine: Engine): Promise<void> {
  const wrong = await runRounds(engine, HISTORIES, (line) => console.log(line));
  tell({
    what: `${HISTORIES} random histories of presses, undos, vacations, series and clients' own presses`,
    where: engine,
    measured: wrong.length === 0 ? '0 wrong' : `${wrong.length} wrong: ${wrong[0]}`,
    wanted: 'what was told last is what holds, and no letter says what its client knows',
    ok: wrong.length === 0,
  });
}

/** Reminders of a long series are planned with it. */
async function saving(tell: Tell, engine: Engine): Promise<void> {
  await using office = await openLetterOffice(engine);
  const practice = await seriesPractice(await office.practitioner());
  const times: Record<'with' | 'without', number[]> = { with: [], without: [] };
  for (let at = 0; at < SAVES * 2; at += 1) {
    const kind = at % 2 === 0 ? 'with' : 'without';
    const email = kind === 'with' ? { email: 'serial@example.org', reminders: 'email' } : { email: '' };
    await practice.pb.collection('clients').update(practice.client, email);
    const wish = { start: `2026-11-22T${String(at % 20).padStart(2, '0')}:00`, every_weeks: 1, count: MOST };
    const { digest } = await practice.preview(wish);
    const began = performance.now();
    const { series } = await practice.save(wish, { digest });
    times[kind].push(performance.now() - began);
    await practice.end(series.id, '2026-11-22');
  }
  const [plain, lettered] = [medianOf(times.without), medianOf(times.with)];
  tell({
    what: `save of ${MOST} with a reminder for each, and without letters`,
    where: engine,
    measured: `medians ${lettered.toFixed(0)} and ${plain.toFixed(0)} ms`,
    wanted: `≤ ${SAVE_BARS[engine]} ms`,
    ok: lettered <= SAVE_BARS[engine],
  });
}

const MOST = SERIES_LIMITS.mostOccurrences;

/**
 * Planning a session for a client with letters: with nothing due, and by turns while a mail server takes letters and
 * while it says nothing.
 */
async function requests(tell: Tell, engine: Engine): Promise<void> {
  await using office = await openLetterOffice(engine);
  const anna = await office.practitioner();
  const client = await anna.client();
  const { smtp, server } = office;
  const times: Record<'idle' | 'accept' | 'silent', number[]> = { idle: [], accept: [], silent: [] };
  for (let at = 0; at < 2 * REQUESTS; at += 1) {
    const kind = at < REQUESTS ? 'idle' : at % 20 < 10 ? 'silent' : 'accept';
    if (at === REQUESTS) await plantDueLetters(server.context.db, LETTERS, server.clock.now);
    smtp.behaviour = kind === 'idle' ? 'accept' : kind;
    const date = server.clock.now.add({ hours: 72 + at }).toString();
    const began = performance.now();
    await anna.session(client, date);
    times[kind].push(performance.now() - began);
    if (kind === 'idle') await office.settle();
  }
  const idle = p99Of(times.idle);
  const busy = p99Of([...times.silent, ...times.accept]);
  const [slow, quick] = [medianOf(times.silent), medianOf(times.accept)];
  // Ends the attempts that wait for a greeting.
  await smtp[Symbol.asyncDispose]();
  tell({
    what: `a session planned while ${LETTERS} letters are due: the mail server keeps silent, or takes them`,
    where: engine,
    measured: `medians ${slow.toFixed(1)} and ${quick.toFixed(1)} ms, longest ${Math.max(...times.silent).toFixed(0)} ms`,
    wanted: 'no attempt is waited for: < 1000 ms',
    ok: Math.max(...times.silent) < 1000,
  });
  tell({
    what: `the same against ${REQUESTS} with nothing due`,
    where: engine,
    measured: `p99 ${busy.toFixed(1)} and ${idle.toFixed(1)} ms`,
    wanted: `≤ 2 × idle + ${QUEUE_MS} ms`,
    ok: busy <= 2 * idle + QUEUE_MS,
  });
}

function p99Of(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.99) - 1] ?? 0;
}

async function kills(tell: Tell): Promise<void> {
  const killed = await killSenders({ letters: LETTERS, kills: KILLS });
  tell({
    what: `${LETTERS} letters, senders killed ${killed.kills} times`,
    where: 'sqlite',
    measured: `${killed.lost} lost, ${killed.repeated} repeated, at most ${killed.most} times, ${killed.ids} Message-ID each`,
    wanted: '0 lost, at most twice, 1 Message-ID',
    ok: killed.kills === KILLS && killed.lost === 0 && killed.most <= 2 && killed.ids === 1,
  });
  const control = await killSenders({ letters: 20, kills: 8, forget: true });
  tell({
    what: 'control: the same where outcomes are lost with the process',
    where: 'sqlite',
    measured: `a letter arrived ${control.most} times`,
    wanted: 'more than twice',
    ok: control.most > 2,
  });
}

async function nodes(tell: Tell): Promise<void> {
  await using data = await createTestData('postgres');
  await using smtp = await startFakeSmtp();
  const db = await openDatabase(data.config);
  await plantDueLetters(db, SHARED_LETTERS, Temporal.Now.instant());
  const { dataDir, databaseUrl, keyFile } = data.config;
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl ?? '',
    KEY_FILE: keyFile ?? '',
    SMTP_URL: smtp.url,
    LOG_LEVEL: 'silent',
  };
  const began = performance.now();
  const senders = Array.from({ length: NODES }, (_, at): ChildProcess =>
    spawn(process.execPath, [SENDER], { env: { ...env, DATA_DIR: `${dataDir}-${at}` }, stdio: 'inherit' }),
  );
  while (smtp.taken.length === 0) await sleep(20);
  const first = performance.now();
  const waiting = db.read.selectFrom('letters').select('id').where('state', '!=', 'sent').limit(1);
  while (await waiting.executeTakeFirst()) await sleep(200);
  const seconds = (performance.now() - first) / 1000;
  await Promise.all(senders.map((sender) => (sender.kill('SIGKILL'), once(sender, 'exit'))));
  await db.close();
  const { times } = arrivalsOf(smtp.taken);
  const doubled = smtp.taken.length - times.length;
  tell({
    what: `${SHARED_LETTERS} due letters, ${NODES} processes`,
    where: 'postgres',
    measured: `${times.length} arrived, ${doubled} doubled, ${Math.round(SHARED_LETTERS / seconds)} a second, first after ${((first - began) / 1000).toFixed(1)} s`,
    wanted: 'all, 0 doubled',
    ok: times.length === SHARED_LETTERS && doubled === 0,
  });
}
