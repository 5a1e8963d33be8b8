import { newRecordId } from '#server/ground/identity/record-id.ts';
import { printInstant } from '#domain/time/instant.ts';
import { PERSON } from '#proofs/support/booking/random-starts.ts';
import { bookingRow, clientRow, insertSealed, sessionRow } from '#proofs/support/rows.ts';
import type { TestPractitioner } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';
import type { Flood } from '#proofs/torture/flooder.ts';
import { compareWithFlood, statusesText } from '#proofs/torture/neighbour.ts';
import { type Nodes, startNodes } from '#proofs/torture/nodes.ts';
import type { Part } from '#proofs/torture/part.ts';

const PER_SECOND = 200;
const CLIENTS = 2000;
const NEWS = 500;
/** More than a page takes without work. */
const WAITING = 12;
const WANTED_RATIO = 2;
/** What one piece of work may take, twice. */
const PIECE_MS = 100;

type Wave = Pick<Flood, 'paths' | 'method'> & Partial<Flood>;

/** The effect on one practitioner of floods of routes that do more than read a list. */
export const run: Part = async (tell) => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    await using nodes = await startNodes(engine, { QUOTA_MB: '1' });
    const [url = ''] = nodes.urls;
    const [flooded, neighbour] = [await nodes.callers.practitioner(), await nodes.callers.practitioner()];
    for (const [what, wave] of await waves(nodes, flooded)) {
      const { p99, statuses } = await compareWithFlood(nodes, neighbour, {
        url,
        addresses: 1000,
        perSecond: PER_SECOND,
        ...wave,
      });
      tell({
        what: `another practitioner’s list while ${PER_SECOND} a second ${what}`,
        where: nodes.where,
        measured: `p99 ${p99.busy.toFixed(1)} ms, idle ${p99.idle.toFixed(1)} ms (${statusesText(statuses)})`,
        wanted: `≤ ${WANTED_RATIO} × idle + ${PIECE_MS} ms`,
        ok: p99.busy <= p99.idle * WANTED_RATIO + PIECE_MS,
      });
    }
  }
};

async function waves(nodes: Nodes, { owner, pb, bookingHash }: TestPractitioner): Promise<[string, Wave][]> {
  const { token } = pb.authStore;
  const created = printInstant(nodes.now());
  const clients = Array.from({ length: CLIENTS }, (_, at) => clientRow(owner, { identity_key: String(at) }));
  const ahead = printInstant(nodes.now().add({ hours: 72 }));
  const session = sessionRow(owner, clients[0]?.id ?? '', { date: ahead });
  await addWorkingWeek(nodes.db, owner, { is_available: 1 });
  await nodes.db.write(async (write) => {
    for (let at = 0; at < CLIENTS; at += 200) await insertSealed(write, 'clients', clients.slice(at, at + 200));
    await insertSealed(write, 'sessions', [session]);
    await insertSealed(
      write,
      'booking',
      Array.from({ length: WAITING }, () => bookingRow(owner, { created, date: created })),
    );
    for (let at = 0; at < NEWS; at += 100) {
      const told = { created, updated: created, user: owner, kind: 'client_stopped' as const };
      const rows = Array.from({ length: 100 }, () => ({ ...told, id: newRecordId() }));
      await write.trx.insertInto('news').values(rows).execute();
    }
  });
  const link = await pb.send<{ url: string }>(`/api/sessions/${session.id}/visit-link`, { method: 'POST' });
  const visit = new URL(link.url).hash.replace(/^#token=/, '');
  const post = (path: string, body: object): Wave => ({ method: 'POST', paths: [path], body: JSON.stringify(body) });
  const day = nodes.now().add({ hours: 48 }).toZonedDateTimeISO('Europe/Moscow').toPlainDate();
  const start = day.toZonedDateTime({ timeZone: 'Europe/Moscow', plainTime: '12:00' }).toInstant().toString();
  const note = { user: owner, title: 'Заметка', content: 'о'.repeat(10_000), date: created };
  return [
    ['ask how much a practice takes', { method: 'GET', paths: ['/api/use'], token }],
    ['write where a practice is full', { ...post('/api/collections/blog_posts/records', note), token }],
    [
      'take back changes of e-mail that never were',
      post('/api/collections/users/take-back-email-change', { token: 'x' }),
    ],
    ['open a visit', post('/api/visit', { token: visit })],
    ['guess links of visits', post('/api/visit', { token: 'A'.repeat(visit.length) })],
    [
      'ask for the free times of a visit',
      post('/api/visit/slots', { token: visit, from: day, to: day.add({ days: 30 }) }),
    ],
    ['mark news as seen', { ...post('/api/news/seen', {}), token }],
    ['ask for all news', { method: 'GET', paths: ['/api/collections/news/records?perPage=500'], token }],
    ['ask a busy page for a time without work', post(`/api/booking-page/${bookingHash}`, { ...PERSON, start })],
  ];
}
