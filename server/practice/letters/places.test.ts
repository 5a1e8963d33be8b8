import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { LetterPreview } from '#domain/letters/letter.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { NOON } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const LINK = 'https://видео.рф/j/1?a=1,2&b=%D0%B2';
const SHOWN = 'https://видео.рф/j/1?a=1,2&b=в';
const HREF = 'https://xn--b1aedk6a.xn--p1ai/j/1?a=1,2&b=%D0%B2';
const ADDRESS = 'Москва, Тверская, 1; кв. 4';
const TEN = '2026-12-01 07:00:00.000Z';

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());

  const registered = (owner: string, created: string) =>
    office.server.context.db.write(
      async ({ trx }) => void (await trx.updateTable('users').set({ created }).where('id', '=', owner).execute()),
    );
  /** Returns what letters about a session say about its place: text, HTML and calendar file. */
  const planned = async (profile: object, client: object, values: object = {}) => {
    office.server.clock.now = NOON;
    const practice = await office.practitioner(profile);
    await registered(practice.owner, '2026-11-01 09:00:00.000Z');
    const count = office.taken().length;
    const session = await practice.session(await practice.client(client), TEN, values);
    await office.advance({ minutes: 5 });
    const [letter] = office.taken().slice(count);
    const lines = letter?.calendar.replaceAll('\r\n ', '').split('\r\n') ?? [];
    const said = letter?.text
      .split('\n')
      .filter((line) => /^(?:Где|Онлайн|Ссылка|Встреча (?:онлайн|в кабинете))/.test(line));
    const file = lines.filter((line) => /^(?:LOCATION|URL)/.test(line));
    return { practice, session, count, text: letter?.text, html: letter?.html ?? '', said, file };
  };

  it('PLACE-02 a letter and its calendar file say where the meeting is, and a cancelled one nothing', async () => {
    const address = await planned({ place_address: ADDRESS, place_link: LINK }, {});
    assert.deepEqual(address.said, [`Где: ${ADDRESS}`]);
    assert.deepEqual(address.file, [String.raw`LOCATION:Москва\, Тверская\, 1\; кв. 4`]);
    const online = await planned({ place_address: ADDRESS, place_link: LINK }, { place: 'online' });
    assert.deepEqual(online.said, [`Онлайн: ${SHOWN}`]);
    assert.match(
      online.html,
      /<a href="https:\/\/xn--b1aedk6a\.xn--p1ai\/j\/1\?a=1,2&amp;b=%D0%B2"[^>]*>https:\/\/видео\.рф\//,
    );
    assert.deepEqual(online.file, [`LOCATION:${HREF.replaceAll(',', String.raw`\,`)}`, `URL:${HREF}`]);
    const { pb } = online.practice;
    const count = office.taken().length;
    await pb.collection('sessions').update(online.session, { status: 'canceled' });
    await office.advance({ minutes: 5 });
    const [cancelled] = office.taken().slice(count);
    assert.match(cancelled?.calendar ?? '', /STATUS:CANCELLED/);
    assert.doesNotMatch(`${cancelled?.text}${cancelled?.calendar}`, /видео|LOCATION|\nURL|Онлайн/);
  });

  it('PLACE-02 a text that letters may not carry is left out of them, and links of a young account too', async () => {
    const named = await planned({ place_address: 'Центр психологии, Тверская, 1' }, { place: 'office' });
    assert.deepEqual([named.said, named.file], [['Встреча в кабинете'], []]);
    const elsewhere = await planned({}, {}, { place: `Центр терапии: ${LINK}` });
    assert.deepEqual([elsewhere.said, elsewhere.file.at(-1)], [[`Ссылка: ${SHOWN}`], `URL:${HREF}`]);
    assert.doesNotMatch(elsewhere.text ?? '', /терап/i);

    const young = async (created: string) => {
      office.server.clock.now = NOON;
      const practice = await office.practitioner({ place_link: LINK });
      await registered(practice.owner, created);
      const body = { kind: 'session-planned' };
      const sample = await practice.pb.send<LetterPreview>('/api/letters/preview', { method: 'POST', body });
      assert.deepEqual(sample.place, { kind: 'online', text: '', link: LINK });
      return sample.times.at(-1);
    };
    assert.equal(await young('2026-11-20 10:00:00.000Z'), 'Встреча онлайн');
    assert.equal(await young('2026-11-20 09:00:00.000Z'), `Онлайн: ${SHOWN}`);
  });
});
