import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hasAddress } from '#domain/letters/addresses.ts';
import { foldedLine } from '#domain/letters/calendar-file.ts';
import { saysTooMuch } from '#domain/letters/discreet.ts';
import { calendarPlace, carriesLinks, placeWords, toldPlace } from '#domain/letters/told-place.ts';
import { withoutLinksIn } from '#domain/places/link.ts';
import { type Place, placeOf } from '#domain/places/place.ts';
import { PLACE_RULES } from '#domain/places/place-rules.ts';
import { anyCharacter } from '#proofs/support/any-character.ts';

const LINK = 'https://video.example/j/1?a=1,2;3';
const online: Place = { kind: 'online', text: '', link: LINK };
const office: Place = { kind: 'office', text: 'Москва, Тверская, 1; кв. 4\\5', link: '' };
const elsewhere = (text: string): Place =>
  placeOf({ session: { place: text }, client: null, profile: { place_address: '', place_link: '' } });

test('PLACE-02 a letter says a place in one line, and shows a link as the text of its address', () => {
  const shown = (place: Place) => {
    const { line, link } = placeWords(place);
    return [line, link && `${link.before}: ${link.shown}`].filter(Boolean);
  };
  assert.deepEqual(shown(online), [`Онлайн: ${LINK}`]);
  assert.deepEqual(shown({ ...online, link: 'https://кабинет.рф/%D0%B2%D1%85%D0%BE%D0%B4' }), [
    'Онлайн: https://кабинет.рф/вход',
  ]);
  assert.deepEqual(shown({ ...online, link: '' }), ['Встреча онлайн']);
  assert.deepEqual(shown(office), [`Где: ${office.text}`]);
  assert.deepEqual(shown({ ...office, text: '' }), ['Встреча в кабинете']);
  assert.deepEqual(shown(elsewhere('Парк, у фонтана')), ['Где: Парк, у фонтана']);
  assert.deepEqual(shown(elsewhere(`Zoom ${LINK}.`)), [`Где: Zoom ${LINK}.`]);
  assert.deepEqual(shown({ kind: 'none', text: '', link: '' }), []);
});

test('PLACE-02 a text with a word that letters may not carry is left out, without the link in it', () => {
  assert.deepEqual(toldPlace({ ...office, text: 'Центр психологии, Тверская, 1' }, true), { ...office, text: '' });
  const left = toldPlace(elsewhere(`Центр психологии: ${LINK}`), true);
  assert.deepEqual(left, { kind: 'other', text: '', link: LINK });
  assert.deepEqual(placeWords(left).link?.shown, LINK);
  assert.deepEqual(toldPlace(elsewhere('Центр психологии'), true), { kind: 'none', text: '', link: '' });
  const named = 'https://психолог.example/вход';
  assert.deepEqual(toldPlace({ ...online, link: named }, true), { ...online, link: named });
  assert.equal(toldPlace(elsewhere(`Здесь: ${named}`), true).text, `Здесь: ${named}`);
});

test('PLACE-02 letters of an account younger than a day carry no link of a place, neither in a text', () => {
  const registered = Temporal.Instant.from('2026-11-21T09:00:00Z');
  assert.equal(carriesLinks(registered, registered.add({ hours: 23, minutes: 59 })), false);
  assert.equal(carriesLinks(registered, registered.add({ hours: 24 })), true);
  assert.deepEqual(toldPlace(online, false), { ...online, link: '' });
  assert.deepEqual(toldPlace(office, false), office);
  for (const [text, told] of [
    [`Zoom: ${LINK}, код 12345`, 'Zoom: код 12345'],
    ['Zoom zoom.us/j/1', 'Zoom'],
    ['www.video.example', ''],
    ['Парк', 'Парк'],
  ] as const) {
    assert.deepEqual(toldPlace(elsewhere(text), false), { kind: told === '' ? 'none' : 'other', text: told, link: '' });
  }
});

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('Парк', ' ', ', ', LINK, 'психолог', 'zoom.us', ';', '\\', '"', '.'),
      fc.string({ unit: anyCharacter, maxLength: 5 }),
    ),
    { maxLength: 6 },
  )
  .map((pieces) => PLACE_RULES.session.clean?.(pieces.join('')) ?? '')
  .filter((typed) => PLACE_RULES.session.checks.every((check) => check(typed) === null));

test('PLACE-02 whatever is typed, a letter has no forbidden word of it, a young account no link, and telling twice is telling once', () => {
  fc.assert(
    fc.property(text, fc.boolean(), (typed, withLinks) => {
      const told = toldPlace(elsewhere(typed), withLinks);
      assert.ok(!saysTooMuch(withoutLinksIn(told.text)));
      if (!withLinks)
        assert.ok(told.link === '' && !/https:/i.test(told.text) && !hasAddress(told.text.replaceAll(/\p{Nd}/gu, '')));
      assert.deepEqual(toldPlace(told, withLinks), told);
    }),
    { numRuns: 2000 },
  );
});

test('PLACE-02 a calendar file has the text, or the link where there is none, and nothing typed adds a line', () => {
  assert.deepEqual(calendarPlace(office), [String.raw`LOCATION:Москва\, Тверская\, 1\; кв. 4\\5`]);
  assert.deepEqual(calendarPlace(online), [String.raw`LOCATION:https://video.example/j/1?a=1\,2\;3`, `URL:${LINK}`]);
  assert.deepEqual(calendarPlace({ ...online, link: 'https://кабинет.рф/вход' }), [
    'LOCATION:https://xn--80acmlhv0b.xn--p1ai/%D0%B2%D1%85%D0%BE%D0%B4',
    'URL:https://xn--80acmlhv0b.xn--p1ai/%D0%B2%D1%85%D0%BE%D0%B4',
  ]);
  assert.deepEqual(calendarPlace({ kind: 'none', text: '', link: '' }), []);
  fc.assert(
    fc.property(text, (typed) => {
      const place = elsewhere(typed);
      const lines = calendarPlace(place);
      for (const line of lines) assert.doesNotMatch(foldedLine(line).replaceAll('\r\n ', ''), /[\r\n]/);
      const location = lines.find((line) => line.startsWith('LOCATION:')) ?? 'LOCATION:';
      const read = location.slice('LOCATION:'.length).replaceAll(/\\([\\;,])/g, '$1');
      assert.equal(read, place.text || (place.link && new URL(place.link).href));
    }),
  );
});
