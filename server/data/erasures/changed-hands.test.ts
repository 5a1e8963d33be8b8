import assert from 'node:assert/strict';
import type { ErasureReport } from '#domain/erasures/erasure.ts';
import { onServerWith, UNLIMITED } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';
import { LICENSED } from '#proofs/support/rows.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

onServerWith({ replace: { limits: UNLIMITED } }, (server, engine) => {
  const it = sameOnBoth(engine);
  for (const withConsent of [true, false]) {
    it(`OWN-05 of a child to whom a mother’s session was given only the session goes, ${withConsent ? 'with her agreements' : 'without agreements'}`, async () => {
      const { pb, owner, bookingHash } = await server.practitioner(LICENSED);
      await addWorkingWeek(server.context.db, owner);
      const document = await pb.collection('consent_documents').create({ title: 'Согласие', text: 'Согласие' });
      const profile = await pb.collection('profiles').getFirstListItem('');
      if (withConsent) await pb.collection('profiles').update(profile.id, { ask_consent: true });
      const consent = withConsent ? { consent: document.id } : {};
      const mother = { name: 'Мария Матвеева', phone: '+7 900 111-22-33', email: 'maria@example.com', ...consent };
      const ask = (start: string) =>
        server.visitor().send<{ id: string }>(`/api/booking-page/${bookingHash}`, {
          method: 'POST',
          body: { start, ...mother, message: '' },
        });
      const approved = async (start: string) => {
        const { id } = await ask(start);
        return pb.send(`/api/booking/${id}/approve`, { method: 'POST' });
      };
      const given = await approved('2026-11-23T07:00:00Z');
      const child = await pb.collection('clients').create({ name: 'Пётр Матвеев', phone: '+7 900 555-55-55' });
      await pb.collection('sessions').update(given.session.id, { client: child.id });
      await approved('2026-11-24T07:00:00Z');
      await ask('2026-11-25T09:00:00Z');
      const hers = async () => ({
        requests: (await pb.collection('booking').getFullList({ sort: 'date' })).map(
          ({ id, status }) => `${id} ${status}`,
        ),
        consents: (await pb.collection('consents').getFullList({ sort: 'id' })).map(({ id }) => id),
        letters: (
          await pb.collection('letters').getFullList({ sort: 'id', filter: `client = '${given.client.id}'` })
        ).map(({ id }) => id),
        sessions: (await pb.collection('sessions').getFullList({ filter: `client = '${given.client.id}'` })).length,
      });
      const before = await hers();
      const { removed } = await pb.send<ErasureReport>(`/api/clients/${child.id}/erase`, {
        method: 'POST',
        body: { reason: 'request' },
      });
      assert.deepEqual([removed.clients, removed.sessions, removed.booking, removed.consents], [1, 1, 0, 0]);
      assert.deepEqual(await hers(), before);
      const { read } = server.context.db;
      const request = read.selectFrom('booking').select(['client', 'session']).where('id', '=', given.booking.id);
      assert.deepEqual({ ...(await request.executeTakeFirst()) }, { client: given.client.id, session: null });
      assert.deepEqual(
        [before.requests.length, before.consents.length > 0, before.letters.length > 0],
        [3, withConsent, true],
      );
    });
  }
});
