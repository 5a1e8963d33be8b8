import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { toast } from '#web/ui/toast/toast.ts';
import { shownOf, toasts } from '#web/ui/toast/toast-store.ts';

const shown = () => toasts.get().map(({ message }) => message);
const action = { text: 'Повторить', onPress: () => undefined };

beforeEach(() => toasts.close(() => true));

test('a failure that is on the screen is not shown twice, one with another title is', () => {
  toast.error('Нет связи', { title: 'Не сохранено' });
  toast.error('Нет связи', { title: 'Не сохранено' });
  toast.error('Нет связи', { title: 'Не удалено' });
  assert.equal(shown().length, 2);
});

test('another attempt closes failures alone, a form that is gone closes what would send it again', () => {
  toast.success('Сохранено', { action });
  toast.error('Не сохранено', { action });
  toast.error('Не прочитано');
  toast.dismissRetries();
  assert.deepEqual(shown(), ['Сохранено', 'Не прочитано']);
  toast.dismissErrors();
  assert.deepEqual(shown(), ['Сохранено']);
});

test('failures stay, and what can be acted on stays longer', () => {
  toast.error('Не сохранено', { action });
  toast.success('Сохранено');
  toast.info('Отменено', { action });
  toast.info('Перенесено', { undo: action });
  assert.deepEqual(
    toasts.get().map(({ closesAfter }) => closesAfter),
    [null, 4000, 30_000, 30_000],
  );
});

test('a message with an undo is shown although failures that stay fill the place', () => {
  for (const one of ['Первое', 'Второе', 'Третье']) toast.error(one);
  toast.success('Сессия перенесена', { action });
  const { passing, failures } = shownOf(toasts.get());
  assert.deepEqual(
    [passing, failures].map((some) => some.map(({ message }) => message)),
    [['Сессия перенесена'], ['Первое', 'Второе']],
  );
});
