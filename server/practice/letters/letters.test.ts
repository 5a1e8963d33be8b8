import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { NOON, refusalOf } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

/** Tuesday of the week after next, 10:00 in Moscow. */
const TEN = '2026-12-01 07:00:00.000Z';
const ELEVEN = '2026-12-01 08:00:00.000Z';
const NOON_OF_DAY = '2026-12-01 09:00:00.000Z';

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());

  const since = (): (() => ReturnType<LetterOffice['taken']>) => {
    const count = office.taken().length;
    return () => office.taken().slice(count);
  };

  it('LETTER-02 LETTER-05 a planned session, its move and its cancellation are told, each with a calendar file that rises', async () => {
    office.server.clock.now = NOON;
    const anna = await office.practitioner({ sender_name: 'Анна Петрова' });
    const taken = since();
    const session = await anna.session(await anna.client(), TEN);
    await office.settle();
    await anna.pb.collection('sessions').update(session, { date: ELEVEN });
    await office.advance({ seconds: 119 });
    assert.equal(taken().length, 1, 'a move settles for two minutes');
    await anna.pb.collection('sessions').update(session, { date: NOON_OF_DAY });
    await office.advance({ minutes: 2 });
    await anna.pb.collection('sessions').update(session, { status: 'canceled' });
    await office.settle();
    assert.deepEqual(
      taken().map(({ subject }) => subject),
      [
        'Встреча 1 декабря, 10:00 (по Москве)',
        'Встреча перенесена: 1 декабря, 12:00 (по Москве)',
        'Встреча отменена: 1 декабря, 12:00 (по Москве)',
      ],
    );
    const files = taken().map(({ calendar }) => calendar);
    const each = (name: string) => files.map((file) => new RegExp(`^${name}:(.*)\\r$`, 'm').exec(file)?.[1]);
    assert.deepEqual(each('UID'), Array(3).fill(`${session}@kabinet`));
    const sequences = each('SEQUENCE').map(Number);
    assert.deepEqual(
      sequences,
      [...new Set(sequences)].toSorted((one, other) => one - other),
    );
    assert.deepEqual(each('STATUS'), ['CONFIRMED', 'CONFIRMED', 'CANCELLED']);
    assert.deepEqual(each('METHOD'), ['PUBLISH', 'PUBLISH', 'CANCEL']);
    assert.deepEqual(each('DTSTART'), ['20261201T070000Z', '20261201T090000Z', '20261201T090000Z']);
    const [first] = taken();
    assert.match(first?.raw ?? '', /^From: =\?UTF-8\?B\?/im);
    assert.match(first?.text ?? '', /Встреча 1 декабря, 10:00 \(по Москве\)/);
    assert.deepEqual(await anna.told(), [
      'session-cancelled sent',
      'session-moved dropped',
      'session-moved sent',
      'session-planned sent',
    ]);
  });

  it('LETTER-08 an answer goes to the address that the practitioner chose; otherwise the letter says that nobody reads it', async () => {
    office.server.clock.now = NOON;
    const anna = await office.practitioner({ public_phone: '+7 916 204-18-35' });
    const profiles = anna.pb.collection('profiles');
    const profile = await profiles.getFirstListItem('');
    assert.equal(profile['reply_to'], '');
    const taken = since();
    const session = await anna.session(await anna.client(), TEN);
    await office.settle();
    await profiles.update(profile.id, { reply_to: 'Анна <\u200Banna@почта.рф>' });
    await anna.pb.collection('sessions').update(session, { status: 'canceled' });
    await office.settle();
    const [unread, read] = taken();
    assert.doesNotMatch(unread?.raw ?? '', /^Reply-To:/im);
    assert.match(
      unread?.text ?? '',
      /Ответы на это письмо не читаются\. Связаться можно по телефону: \+7 \(916\) 204-18-35/,
    );
    assert.match(read?.raw.replaceAll('\r\n ', ' ') ?? '', /^Reply-To: .*<anna@xn--80a1acny\.xn--p1ai>\r$/im);
    assert.doesNotMatch(read?.text ?? '', /не читаются/);
    assert.equal(
      (await refusalOf(profiles.update(profile.id, { reply_to: 'anna@' }))).codes['reply_to'],
      'validation_is_email',
    );
  });
});
