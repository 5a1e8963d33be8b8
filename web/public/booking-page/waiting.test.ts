import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitingText } from '#web/public/booking-page/waiting.ts';

const now = Temporal.ZonedDateTime.from('2026-11-18T14:20:30[Europe/Moscow]');
const text = (seconds: number | null) => waitingText(seconds, now).replaceAll('\u00A0', ' ');

test('PUBLIC-06 the text says when to try again', () => {
  assert.equal(
    text(440),
    'Слишком много заявок подряд. Попробуйте снова через 8 минут, после 14:28. Всё, что вы ввели, останется на месте.',
  );
  assert.match(text(5), /через 1 минуту, после 14:21/);
  assert.match(text(21 * 60), /через 21 минуту, после 14:41/);
  assert.match(text(2 * 60 * 60), /через 2 часа, после 16:20/);
  assert.match(text(null), /через несколько минут/);
});
