import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { saysTooMuch } from '#domain/letters/discreet.ts';
import { blanksOf, MESSAGE_KINDS, unknownBlanks } from '#domain/messages/blanks.ts';
import { MESSAGE_TEXTS, messageOf, offeredMessages, type MessageFacts } from '#domain/messages/message.ts';
import { type VisitRights, visitRights, type VisitRules } from '#domain/visits/visit-rules.ts';
import { programsFor } from '#domain/messages/programs.ts';

const facts = (values: Partial<MessageFacts> = {}): MessageFacts => ({
  start: Temporal.Instant.from('2026-12-04T11:00:00Z'),
  practiceZone: 'Europe/Moscow',
  clientZone: '',
  place: { kind: 'office', text: 'Тверская, 1', link: '' },
  link: 'https://kabinet.example/visit#token=x',
  rights: null,
  pay: null,
  now: Temporal.Instant.from('2026-11-29T09:00:00Z'),
  ...values,
});
const online = { kind: 'online', text: '', link: 'https://video.example/j/1' } as const;
const none = { kind: 'none', text: '', link: '' } as const;

test('MSG-01 a message says day, time, place and the client’s own link, by the client’s clock where it differs', () => {
  assert.equal(
    messageOf('planned', {}, facts()),
    'Здравствуйте. Встреча назначена: пятница, 4 декабря, 14:00.\nГде: Тверская, 1\nПеренести или отменить: https://kabinet.example/visit#token=x',
  );
  assert.match(messageOf('reminder', {}, facts({ clientZone: 'Asia/Yekaterinburg' })), /16:00 \(по Екатеринбургу\)/);
  assert.match(messageOf('reminder', {}, facts({ clientZone: 'Europe/Minsk' })), /, 14:00\.\n/);
  assert.match(messageOf('moved', {}, facts({ place: online })), /Где: онлайн, https:\/\/video\.example\/j\/1\n/);
  const nextYear = Temporal.Instant.from('2027-01-12T07:00:00Z');
  assert.match(messageOf('link', {}, facts({ start: nextYear })), /вторник, 12 января 2027 года, 10:00/);
});

test('MSG-01 VISIT-02 behind its link a message says what the page of the visit allows, in any wording', () => {
  const rights = (rules: Partial<VisitRules> = {}, hours = 100, moves = 0) => {
    const { start, now } = facts();
    const visit = { kind: 'session', status: 'planned', start: start ?? now, moves } as const;
    const usual = {
      cancelHours: 24,
      moveHours: 24,
      maxMoves: 2,
      lateCancel: 'refuse',
      latePaid: false,
      ...rules,
    } as const;
    return visitRights(visit, usual, (start ?? now).subtract({ hours }));
  };
  const end = (kind: 'planned' | 'reminder' | 'link', of: VisitRights, own = {}) =>
    messageOf(kind, own, facts({ rights: of }))
      .split('\n')
      .slice(-2)
      .join(' | ')
      .replaceAll('https://kabinet.example/visit#token=x', '@');
  assert.equal(
    end('planned', rights()),
    'Перенести или отменить: @ | Перенести или отменить можно до 3 декабря, 14:00.',
  );
  assert.equal(
    end('link', rights({ moveHours: 48 })),
    'Перенести или отменить её можно здесь: @ | Перенести можно до 2 декабря, 14:00, отменить — до 3 декабря, 14:00.',
  );
  assert.equal(
    end('planned', rights({ maxMoves: 0 })),
    'Отменить: @ | Отменить можно до 3 декабря, 14:00, перенести по ссылке нельзя.',
  );
  assert.equal(
    end('planned', rights({ moveHours: 1 }, 5)),
    'Перенести: @ | Перенести можно до 4 декабря, 13:00, отменить по ссылке нельзя.',
  );
  assert.equal(
    end('link', rights({ lateCancel: 'note' }, 5)),
    'Отменить её можно здесь: @ | Отмена будет считаться поздней.',
  );
  assert.equal(
    end('link', rights({ lateCancel: 'note', latePaid: true }, 5)),
    'Отменить её можно здесь: @ | Отмена будет считаться поздней, и встречу нужно будет оплатить.',
  );
  for (const kind of ['planned', 'reminder', 'link'] as const)
    assert.equal(end(kind, rights({}, 5)), 'Страница встречи: @ | Перенести или отменить по ссылке уже нельзя.');
  const own = { planned: 'Жду вас. Если что: {ссылка}' };
  assert.equal(
    end('planned', rights({ maxMoves: 0 }), own),
    'Жду вас. Если что: @ | Отменить можно до 3 декабря, 14:00, перенести по ссылке нельзя.',
  );
  assert.equal(messageOf('planned', { planned: 'Жду вас.' }, facts({ rights: rights() })), 'Жду вас.');
});

test('MSG-01 what there is nothing to say of is left out, or not offered', () => {
  const bare = facts({ place: none, link: '' });
  assert.equal(messageOf('planned', {}, bare), 'Здравствуйте. Встреча назначена: пятница, 4 декабря, 14:00.');
  assert.deepEqual(offeredMessages(bare), ['reminder', 'planned', 'moved', 'link']);
  assert.deepEqual(offeredMessages(facts({ start: null })), ['place']);
  assert.deepEqual(offeredMessages({ start: null, place: none, pay: null }), []);
  assert.equal(messageOf('place', {}, facts({ start: null })), 'Здравствуйте. Встречаемся здесь: Тверская, 1');
  assert.ok(!offeredMessages(facts()).includes('pay'));
});

test('MSG-01 how to pay is offered where it is said, with the price where there is one to ask for', () => {
  const pay = { text: 'Перевод по\nномеру 8 916 204-18-35', link: 'https://bank.example/x', amount: 350_000 };
  const said = (values: Partial<MessageFacts>, own = {}) => messageOf('pay', own, facts(values));
  assert.deepEqual(offeredMessages(facts({ start: null, place: none, pay })), ['pay']);
  assert.ok(offeredMessages(facts({ pay })).includes('pay'));
  assert.equal(
    said({ pay }),
    'Здравствуйте. Встреча: пятница, 4 декабря, 14:00.\nКак оплатить: 3\u00A0500\u00A0₽. Перевод по номеру 8 916 204-18-35 https://bank.example/x',
  );
  assert.match(said({ pay: { ...pay, amount: null, link: '' } }), /: Перевод по номеру 8 916 204-18-35$/);
  assert.match(said({ pay: { ...pay, text: '' } }), /: 3\u00A0500\u00A0₽\. https:\/\/bank\.example\/x$/);
  assert.equal(said({ pay, start: null }).split('\n').length, 1);
  assert.equal(
    said({ pay: { ...pay, text: '' } }, { pay: 'Вот: {оплата}' }),
    'Вот: 3\u00A0500\u00A0₽. https://bank.example/x',
  );
  assert.equal(said({ pay: null }), 'Здравствуйте. Встреча: пятница, 4 декабря, 14:00.');
});

test('MSG-01 MSG-02 a message in any wording has no known blank left and nothing of the occupation by itself', () => {
  for (const kind of MESSAGE_KINDS) {
    assert.deepEqual(unknownBlanks(kind, MESSAGE_TEXTS[kind]), []);
    assert.ok(!saysTooMuch(MESSAGE_TEXTS[kind]));
    assert.equal(messageOf(kind, { [kind]: 'В {время}!' }, facts()), 'В 14:00!');
  }
  const piece = fc.constantFrom('{дата}', '{время}', '{место}', '{ссылка}', '\n', 'Жду вас', ' {12} ', '{имя}');
  const kind = fc.constantFrom(...MESSAGE_KINDS);
  fc.assert(
    fc.property(kind, fc.array(piece), fc.boolean(), fc.constantFrom(none, online), (one, pieces, isPlanned, place) => {
      const said = messageOf(
        one,
        { [one]: pieces.join('') },
        facts({ place, ...(!isPlanned && { start: null, link: '' }) }),
      );
      for (const blank of blanksOf(one)) assert.ok(!said.includes(`{${blank}}`));
      assert.equal(said.includes('{имя}') && !pieces.includes('{имя}'), false);
    }),
  );
});

test('MSG-01 a text is handed to each program by its ordinary address, where the client can be reached by it', () => {
  const text = 'В 14:00 & «онлайн»\nhttps://a.example/?x=1#y';
  const said = encodeURIComponent(text);
  assert.deepEqual(programsFor({ phone: '8 (916) 204-18-35 доб. 2', email: 'мария@почта.рф' }, text), [
    { name: 'Telegram', href: `https://t.me/+79162041835?text=${said}` },
    { name: 'WhatsApp', href: `https://wa.me/79162041835?text=${said}` },
    { name: 'MAX', href: `https://max.ru/:share?text=${said}` },
    { name: 'SMS', href: `sms:+79162041835?&body=${said}` },
    {
      name: 'Email',
      href: `mailto:${encodeURIComponent('мария')}@${encodeURIComponent('почта.рф')}?subject=${encodeURIComponent('О\u00A0встрече')}&body=${said}`,
    },
  ]);
  const names = (phone: string, email = '') => programsFor({ phone, email }, text).map(({ name }) => name);
  assert.deepEqual(names('+972 52 123 4567'), ['Telegram', 'WhatsApp', 'MAX', 'SMS']);
  assert.deepEqual(names('204-18-35'), ['MAX', 'SMS']);
  assert.deepEqual(names('спросить у мужа', 'a@b.example'), ['MAX', 'Email']);
  for (const { href } of programsFor({ phone: '+7 916 204-18-35', email: 'a@b.example?bcc=c@d.example' }, text)) {
    assert.doesNotMatch(href, /[\s#"<>]/);
    assert.equal(new URL(href).searchParams.get('bcc'), null);
  }
});
