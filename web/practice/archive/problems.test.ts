import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupProblems } from '#web/practice/archive/problems.ts';

const file = 'data/clients.jsonl';
const told = (problems: Parameters<typeof groupProblems>[0]) =>
  groupProblems(problems).map(({ text, place }) => `${text} ${place}`.replaceAll('\u00A0', ' ').trim());

test('OWN-02 problems of an archive name file, line and field, the most frequent first', () => {
  assert.deepEqual(
    told([
      { file: 'manifest.json', line: 0, field: '', why: 'counts' },
      { file, line: 9, field: 'phone', why: 'invalid' },
      { file, line: 3, field: 'phone', why: 'invalid' },
      { file, line: 2, field: 'phone', why: 'invalid' },
      { file, line: 4, field: 'name', why: 'invalid' },
    ]),
    [
      `Неверное значение. ${file}, строки 2–3, 9, телефон`,
      'Записей не столько, сколько указано в описи архива. manifest.json',
      `Неверное значение. ${file}, строка 4, имя`,
    ],
  );
});

test('OWN-02 an archive of a newer format names the version to install, one without a place has none', () => {
  assert.deepEqual(told([{ file: 'manifest.json', line: 0, field: '2.3.0', why: 'newer' }]), [
    'Архив сделала более новая версия программы. Установите версию 2.3.0. manifest.json',
  ]);
});

test('OWN-02 a file of another program is called so, without the names of files inside', () => {
  assert.deepEqual(told([{ file: '', line: 0, field: '', why: 'not_zip' }]), [
    'Это не архив Кабинета, или он повреждён: выберите файл ZIP из «Выгрузить всё». Если при загрузке он распаковался, сожмите папку снова.',
  ]);
  assert.deepEqual(told([{ file: 'manifest.json', line: 0, field: '', why: 'missing' }]), [
    'Это не архив Кабинета: выберите целиком файл ZIP из «Выгрузить всё».',
  ]);
  assert.deepEqual(told([{ file, line: 0, field: '', why: 'missing' }]), [
    `Файл из описи архива отсутствует. Выгрузите архив ещё раз. ${file}`,
  ]);
});
