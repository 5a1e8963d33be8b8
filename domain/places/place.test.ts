import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { firstLinkIn, isLink, LINK_MAX, readableLink, withoutLinksIn } from '#domain/places/link.ts';
import { CLIENT_PLACES, placeOf, type PlaceFacts } from '#domain/places/place.ts';
import { PLACE_RULES } from '#domain/places/place-rules.ts';
import { mistakeIn } from '#domain/rule.ts';
import { anyCharacter } from '#proofs/support/any-character.ts';

const LINK = 'https://video.example/j/1?pwd=a.b#c';

test('PLACE-02 only an https address with a host, without a name, a password or white space, is a link', () => {
  for (const link of [
    LINK,
    'HTTPS://Video.Example',
    'https://кабинет.рф/встреча',
    'https://127.0.0.1:8443/x',
    'https://a',
  ]) {
    assert.ok(isLink(link), link);
  }
  const wrong = [
    '',
    'video.example',
    'http://video.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '//video.example',
    'https:video.example',
    'https:/video.example',
    'https:///video.example',
    'https:\\\\video.example',
    'https://',
    'https://?x',
    'https://#x',
    'https://anna@video.example',
    'https://anna:1@video.example',
    'https://:1@video.example',
    'https://video.example:99999',
    'https://a b',
    ' https://video.example',
    'https://video.example\n',
    'https://vi\tdeo.example',
    'https://video.example/\u200B',
    'https://video.example/\u202Egpj',
    'https://video.example/\u00A0',
    'https://video.example/\uE000',
    'https://[video',
    `https://video.example/${'x'.repeat(LINK_MAX)}`,
  ];
  for (const link of wrong) assert.ok(!isLink(link), link);
  for (const rule of [PLACE_RULES.link]) {
    assert.equal(mistakeIn(rule, ''), null);
    assert.equal(mistakeIn(rule, LINK), null);
    assert.match(mistakeIn(rule, 'http://video.example') ?? '', /https/);
  }
});

test('PLACE-02 what is taken for a link is one for every reader of addresses, and leads to a host over https', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'https://',
      'HTTPS:',
      '//',
      '@',
      ':',
      '.',
      'a',
      'видео.рф',
      '%D0%B0',
      '%',
      '?',
      '#',
      '\\',
      '[::1]',
      ' ',
    ),
    fc.string({ unit: anyCharacter, maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      for (const link of [pieces.join(''), `https://${pieces.join('')}`]) {
        if (!isLink(link)) continue;
        const url = new URL(link);
        assert.equal(url.protocol, 'https:');
        assert.notEqual(url.host, '');
        assert.equal(url.username + url.password, '');
        assert.doesNotMatch(link, /[\s\p{C}]/u);
        assert.ok(isLink(url.href) || url.href.length > LINK_MAX);
      }
    }),
    { numRuns: 3000 },
  );
});

test('PLACE-02 the first address of a text is its link, without the punctuation that closes it', () => {
  for (const [text, link] of [
    [`Zoom: ${LINK}, код 123`, LINK],
    [`Ссылка (${LINK}).`, LINK],
    [`«${LINK}»`, LINK],
    [`„${LINK}“!`, LINK],
    ['см. https://wiki.example/a_(b)...', 'https://wiki.example/a_(b)'],
    ['(https://wiki.example/a_(b))', 'https://wiki.example/a_(b)'],
    ['http://a.example или https://b.example;', 'https://b.example'],
    ['https://u:p@a.example и https://b.example', 'https://b.example'],
    ['<https://a.example>', 'https://a.example'],
    ['https:// и больше ничего', ''],
    ['xhttps://a.example', ''],
    ['Кофейня на углу', ''],
  ] as const) {
    assert.equal(firstLinkIn(text), link, text);
  }
});

test('PLACE-02 the link of any text is part of it and a link, and no text without it has one', () => {
  const piece = fc.oneof(
    fc.constantFrom(' ', LINK, 'https://a.example', '.', ')', '(', '»', 'в кабинете', ',', '"'),
    fc.string({ unit: anyCharacter, maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('');
      const link = firstLinkIn(text);
      if (link !== '') assert.ok(text.includes(link) && isLink(link) && !/[.,»]$/.test(link));
      if (link.endsWith(')')) assert.ok(link.split('(').length >= link.split(')').length, link);
      assert.equal(firstLinkIn(withoutLinksIn(text)), '');
    }),
    { numRuns: 2000 },
  );
});

test('PLACE-02 a link reads in its letters and still leads to the same page', () => {
  assert.equal(
    readableLink('https://a.example/%D0%B2%D1%81%D1%82%D1%80%D0%B5%D1%87%D0%B0'),
    'https://a.example/встреча',
  );
  for (const link of [
    'https://a.example/%20%41%2F',
    'https://a.example/%D0',
    'https://a.example/%E2%80%AE',
    'https://a/%C2%A0',
  ]) {
    assert.equal(readableLink(link), link);
  }
  const path = fc.string({ unit: anyCharacter, maxLength: 12 }).map((text) => encodeURIComponent(text.toWellFormed()));
  fc.assert(
    fc.property(path, (encoded) => {
      const link = `https://a.example/${encoded}`;
      const shown = readableLink(link);
      assert.doesNotMatch(shown, /[\s\p{C}]/u);
      assert.equal(new URL(shown).href, new URL(link).href);
    }),
    { numRuns: 2000 },
  );
});

const none = { kind: 'none', text: '', link: '' };
const facts = (values: Partial<PlaceFacts> = {}): PlaceFacts => ({
  session: { place: '' },
  client: { place: '', place_link: '' },
  profile: { place_address: '', place_link: '' },
  ...values,
});

test('PLACE-01 a session says where it is, otherwise its client does, otherwise the practitioner', () => {
  const address = 'Москва, Тверская, 1';
  const both = { place_address: address, place_link: LINK };
  const own = 'https://own.example';
  for (const [given, place] of [
    [facts(), none],
    [facts({ session: null, client: null }), none],
    [facts({ profile: both }), { kind: 'office', text: address, link: '' }],
    [facts({ profile: { ...both, place_address: '' } }), { kind: 'online', text: '', link: LINK }],
    [facts({ profile: both, client: { place: 'online', place_link: '' } }), { kind: 'online', text: '', link: LINK }],
    [facts({ profile: both, client: { place: 'online', place_link: own } }), { kind: 'online', text: '', link: own }],
    [facts({ profile: both, client: { place: '', place_link: own } }), { kind: 'office', text: address, link: '' }],
    [
      facts({ profile: both, client: { place: 'office', place_link: own } }),
      { kind: 'office', text: address, link: '' },
    ],
    [facts({ client: { place: 'office', place_link: own } }), { kind: 'office', text: '', link: '' }],
    [facts({ client: { place: 'online', place_link: '' } }), { kind: 'online', text: '', link: '' }],
    [facts({ profile: both, session: { place: own } }), { kind: 'online', text: '', link: own }],
    [facts({ profile: both, session: { place: 'Парк' } }), { kind: 'other', text: 'Парк', link: '' }],
    [facts({ session: { place: `Zoom ${own}.` } }), { kind: 'other', text: `Zoom ${own}.`, link: own }],
    [facts({ session: { place: 'http://own.example' } }), { kind: 'other', text: 'http://own.example', link: '' }],
  ] as const) {
    assert.deepEqual(placeOf(given), place, JSON.stringify(given));
  }
});

test('PLACE-01 a place has a link or nothing, only elsewhere has both a text and a link, and what is said nearer holds', () => {
  const link = fc.constantFrom('', LINK, 'https://own.example');
  const text = fc.constantFrom('', 'Парк', `Zoom, ${LINK}`, LINK);
  const any = fc.record({
    session: fc.option(fc.record({ place: text })),
    client: fc.option(fc.record({ place: fc.constantFrom('' as const, ...CLIENT_PLACES), place_link: link })),
    profile: fc.record({ place_address: fc.constantFrom('', 'Тверская, 1'), place_link: link }),
  });
  fc.assert(
    fc.property(any, any, (one, other) => {
      const place = placeOf(one);
      assert.ok(place.link === '' || isLink(place.link));
      if (place.kind === 'online') assert.equal(place.text, '');
      if (place.kind === 'office') assert.equal(place.link, '');
      if (place.kind === 'none') assert.equal(place.text + place.link, '');
      if (place.kind === 'other') assert.equal(place.text, one.session?.place);
      if (one.session?.place) assert.deepEqual(placeOf({ ...other, session: one.session }), place);
    }),
  );
});

test('PLACE-01 a place is one line, and comes out clean', () => {
  for (const end of ['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f']) {
    for (const rule of [PLACE_RULES.address, PLACE_RULES.session, PLACE_RULES.link]) {
      for (const text of [`Тверская${end}дом 1`, `Тверская${end}`, `${end}Тверская`, `${LINK}${end}`]) {
        assert.notEqual(mistakeIn(rule, text), null, JSON.stringify(text));
      }
    }
  }
  assert.equal(PLACE_RULES.address.clean?.(' Тверская\u200B, 1 '), 'Тверская, 1');
  assert.equal(mistakeIn(PLACE_RULES.address, 'я'.repeat(200)), null);
  assert.notEqual(mistakeIn(PLACE_RULES.address, 'я'.repeat(201)), null);
  assert.equal(mistakeIn(PLACE_RULES.session, 'я'.repeat(300)), null);
  assert.notEqual(mistakeIn(PLACE_RULES.session, 'я'.repeat(301)), null);
});
