import type { TemplateForm } from '#web/practice/templates/actions.ts';

/** Sample templates to add; none is added automatically (CARD-04). */
export const SAMPLES: readonly TemplateForm[] = [
  {
    name: 'Первая встреча',
    text: 'Запрос:\nЧто уже пробовали:\nОжидания:\nДоговорённости:\nПервые гипотезы:',
  },
  { name: 'Обычная встреча', text: 'Тема:\nЧто происходило:\nЧто изменилось:\nДальше:' },
  {
    name: 'Для супервизии',
    text: 'Вопрос:\nКонтекст:\nЧто происходит между нами:\nМои чувства, гипотезы:',
  },
];
