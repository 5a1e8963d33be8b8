import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onServer } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  const openPractice = async () => {
    const practice = await server.practitioner();
    await addWorkingWeek(server.context.db, practice.owner);
    const { pb } = practice;
    const document = await pb.collection('consent_documents').create({ title: 'Согласие', text: 'Согласие' });
    const profile = await pb.collection('profiles').getFirstListItem('');
    await pb.collection('profiles').update(profile.id, { ask_consent: true });
    const unagreed = async () =>
      (await pb.collection('clients').getFullList({ filter: 'agreed = false', sort: 'search_text' })).map(
        ({ name }) => name,
      );
    const client = (name: string) => pb.collection('clients').create({ name, phone: '+7 900 111-11-11' });
    const paper = (owner: { id: string }) =>
      pb
        .collection('consents')
        .create({ document: document.id, client: owner.id, given_at: '2026-11-20 09:00:00.000Z' });
    const withdraw = ({ id }: { id: string }) =>
      pb.collection('consents').update(id, { withdrawn_at: '2026-11-21 08:00:00.000Z' });
    return { ...practice, document, unagreed, client, paper, withdraw };
  };

  it('CONSENT-04 clients without an agreement can be listed: until there is one, and again after the last is withdrawn', async () => {
    const { unagreed, client, paper, withdraw } = await openPractice();
    const [anna, boris] = [await client('Анна'), await client('Борис')];
    assert.equal(anna['agreed'], false);
    const [first, second] = [await paper(anna), await paper(anna)];
    assert.deepEqual(await unagreed(), ['Борис']);
    await withdraw(first);
    assert.deepEqual(await unagreed(), ['Борис']);
    await withdraw(second);
    assert.deepEqual(await unagreed(), ['Анна', 'Борис']);
    await paper(anna);
    await paper(boris);
    assert.deepEqual(await unagreed(), []);
  });

  it('CONSENT-04 the visitor of an approved request brings the agreement along', async () => {
    const { pb, bookingHash, document, unagreed, client } = await openPractice();
    await client('Анна');
    const ask = (hour: number, name: string) =>
      server.visitor().send<{ id: string }>(`/api/booking-page/${bookingHash}`, {
        method: 'POST',
        body: { start: `2026-11-23T${hour}:00:00Z`, name, phone: '+7 900 111-11-11', consent: document.id },
      });
    const asked = [await ask(10, 'Анна'), await ask(11, 'Вера')];
    assert.deepEqual(await unagreed(), ['Анна']);
    for (const { id } of asked) {
      const { client: approved } = await pb.send(`/api/booking/${id}/approve`, { method: 'POST' });
      assert.equal(approved.agreed, true);
    }
    assert.deepEqual(await unagreed(), []);
    for (const { id } of asked) await pb.collection('booking').delete(id);
    assert.deepEqual(await unagreed(), []);
  });

  test('CONSENT-04 only an agreement itself marks its client as agreed', async () => {
    const { pb, unagreed, client } = await openPractice();
    const { id } = await client('Анна');
    await assert.rejects(pb.collection('clients').update(id, { agreed: true }), { status: 400 });
    await assert.rejects(pb.collection('clients').create({ name: 'Вера', phone: '+7 900 222-22-22', agreed: true }), {
      status: 400,
    });
    assert.deepEqual(await unagreed(), ['Анна']);
  });
});
