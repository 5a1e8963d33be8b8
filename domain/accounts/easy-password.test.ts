import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEasyPassword } from '#domain/accounts/easy-password.ts';

const OWNER = { email: 'anna.belova87@example.ru', name: 'Алёна Светлова' };
const COMMON = new Set(['password', 'qwertyui', 'ghbdtnbr', 'trustno1']);

function isEasy(password: string): boolean {
  return isEasyPassword(password, OWNER, COMMON);
}

test('AUTH-13 a common password is easy in any case and in the layout of either language', () => {
  for (const password of ['password', 'PassWord', 'Зфыыцщкв', 'йцукенгш', 'приветик', 'ghbdtnbr', 'passwordpassword']) {
    assert.ok(isEasy(password), password);
  }
});

test('AUTH-13 the e-mail, its first part, the name and the product’s name are easy, with digits and signs around them too', () => {
  for (const password of [
    OWNER.email,
    'anna.belova87',
    'annabelova',
    'Anna2024',
    '!belova1!',
    'алена светлова',
    'Алёна-1987',
    'cdtnkjdf', // светлова
    'kabinet1',
    'Кабинет2026',
    'rf,bytn!', // кабинет
    'лфиштуе123', // kabinet
  ]) {
    assert.ok(isEasy(password), password);
  }
  assert.ok(isEasyPassword('79161234567', { email: '79161234567@example.ru', name: '' }, COMMON));
});

test('AUTH-13 a few letters repeated are easy', () => {
  for (const password of ['aaaaaaaa', '12121212', 'abcabcab', 'парольпароль', '1'.repeat(71)]) {
    assert.ok(isEasy(password), password);
  }
});

test('AUTH-13 a password of its own is taken', () => {
  for (const password of [
    'correct horse battery',
    'another quiet room',
    'мой кабинет на третьем этаже',
    'kabinet123456789',
    'anna и ещё три слова',
    'passwort',
    '9f3k-22la',
  ]) {
    assert.ok(!isEasy(password), password);
  }
  assert.ok(!isEasyPassword('ян-194820571', { email: 'y@example.ru', name: 'Ян' }, COMMON));
});
