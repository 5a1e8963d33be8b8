import type { ImportProblem, ImportWhy } from '#domain/archive/report.ts';
import { fieldWord } from '#web/practice/journal/words.ts';

const LINE: Record<ImportWhy, string> = {
  not_zip:
    'Это не\u00A0архив Кабинета, или он\u00A0повреждён: выберите файл ZIP из\u00A0«Выгрузить всё». Если при загрузке он\u00A0распаковался, сожмите папку снова.',
  sealed: 'Архив закрыт паролем.',
  passphrase: 'Пароль не\u00A0подходит.',
  damaged: 'Архив повреждён: часть его не\u00A0читается. Выгрузите его ещё раз.',
  packing: 'Файл внутри сжат необычно или закрыт паролем. Упакуйте папку как обычный ZIP без пароля.',
  too_large: 'Внутри больше, чем бывает в\u00A0таком архиве.',
  bad_name: 'У\u00A0файла внутри недопустимое имя.',
  link: 'Внутри ссылка вместо файла. Выгрузите архив ещё раз.',
  duplicate: 'Встречается дважды.',
  unlisted: 'Файла нет в\u00A0описи архива: он\u00A0появился после выгрузки. Уберите его и\u00A0сожмите папку снова.',
  missing: 'Файл из\u00A0описи архива отсутствует. Выгрузите архив ещё раз.',
  unknown: 'Такого файла в\u00A0архиве не\u00A0бывает.',
  hash: 'Файл изменён после выгрузки. Выгрузите архив ещё раз.',
  newer: 'Архив сделала более новая версия программы.',
  counts: 'Записей не\u00A0столько, сколько указано в\u00A0описи архива.',
  too_long: 'Слишком длинная строка.',
  not_text: 'Строка не\u00A0читается как текст.',
  cut: 'Строка обрывается.',
  not_json: 'Строка не\u00A0читается.',
  invalid: 'Неверное значение.',
  relation: 'Ссылается на\u00A0запись, которой нет ни\u00A0в\u00A0архиве, ни\u00A0у\u00A0вас.',
  differs: 'Такая запись у\u00A0вас уже есть, но\u00A0другая.',
  taken: 'Номер записи занят в\u00A0другом аккаунте.',
  too_many: 'Серий без окончания или\u00A0шаблонов записей больше, чем может быть в\u00A0одном аккаунте.',
  conflict: 'Запись противоречит той, что у\u00A0вас уже есть.',
};

/** A ZIP file without it comes from another program. */
const MANIFEST = 'manifest.json';

/** Problems of one kind in one file. */
export interface ProblemGroup {
  text: string;
  /** 'data/clients.jsonl, строки 2, 5–7, телефон'; '' for the whole archive. */
  place: string;
  count: number;
}

/** The problems of an archive, the most frequent first. */
export function groupProblems(problems: readonly ImportProblem[]): ProblemGroup[] {
  const groups = new Map<string, ImportProblem[]>();
  for (const problem of problems) {
    const kind = JSON.stringify([problem.file, problem.field, problem.why]);
    groups.set(kind, [...(groups.get(kind) ?? []), problem]);
  }
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      return first ? [{ text: textOf(first), place: placeOf(first, group), count: group.length }] : [];
    })
    .toSorted((a, b) => b.count - a.count);
}

function isForeign({ file, why }: ImportProblem): boolean {
  return file === MANIFEST && why === 'missing';
}

function textOf(problem: ImportProblem): string {
  if (isForeign(problem)) return 'Это не\u00A0архив Кабинета: выберите целиком файл ZIP из\u00A0«Выгрузить всё».';
  const { why, field } = problem;
  return why === 'newer' && field !== '' ? `${LINE.newer} Установите версию ${field}.` : LINE[why];
}

function placeOf(problem: ImportProblem, group: readonly ImportProblem[]): string {
  if (isForeign(problem)) return '';
  const { file, field, why } = problem;
  const lines = group.map(({ line }) => line).filter((line) => line > 0);
  const rows = lines.length > 0 && `${lines.length > 1 ? 'строки' : 'строка'}\u00A0${showLines(lines)}`;
  return [file, rows, why !== 'newer' && field !== '' && fieldWord(field)].filter(Boolean).join(', ');
}

/** '2, 5–7' */
export function showLines(lines: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const line of [...new Set(lines)].toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && line === last[1] + 1) last[1] = line;
    else runs.push([line, line]);
  }
  return runs.map(([from, to]) => (from === to ? from : `${from}–${to}`)).join(', ');
}
