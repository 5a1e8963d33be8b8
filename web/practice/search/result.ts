import type { Icon } from '@tabler/icons-react';
import { IconArrowRight, IconChevronDown } from '@tabler/icons-react';
import type { useNavigate } from '@tanstack/react-router';
import { keptSearch } from '#web/ui/page/kept-search.ts';

export type Navigate = ReturnType<typeof useNavigate>;

/** Kinds without a screen that lists them all: the palette shows more of them in place. */
export type Longer = 'records' | 'requests' | 'payments' | 'templates';

/** One row of the palette and its target. */
export interface Result {
  id: string;
  icon: Icon;
  title: string;
  /** On the right: a phone, a date. */
  detail?: string;
  go: ((navigate: Navigate) => Promise<void>) | { more: Longer };
  /** One of the practitioner's own records, not a link to more results or an action. */
  record?: true;
}

export interface ResultGroup {
  name:
    | 'Клиенты'
    | 'Сессии'
    | 'Действия'
    | 'Настройки'
    | 'Записи'
    | 'Заметки'
    | 'Заявки'
    | 'Оплаты'
    | 'Шаблоны'
    | 'Новый клиент';
  results: Result[];
  /** True while the results still belong to an earlier text. */
  stale?: boolean;
}

/** The row after the last of many, which links to a list of all, with the same search. */
export function allFound(id: string, title: string, to: string, text: string): Result {
  return { id, icon: IconArrowRight, title, go: (navigate) => navigate({ to, state: keptSearch(text) }) };
}

/** The row after the last of many, which shows more of them below it. */
export function showMore(more: Longer, title: string): Result {
  return { id: `more-${more}`, icon: IconChevronDown, title, go: { more } };
}
