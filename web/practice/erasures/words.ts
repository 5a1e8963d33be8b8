import { ERASED_KINDS, type ErasedCounts, type ErasedKind, type ErasureReason } from '#domain/erasures/erasure.ts';
import type { Amount } from '#web/practice/archive/list-names.ts';

export const REASON_LABEL: Record<ErasureReason, string> = {
  request: 'Попросил клиент',
  purpose: 'Данные больше не\u00A0нужны',
  term: 'Срок хранения истёк',
  other: 'Другая причина',
};

const KIND_LABEL: Record<ErasedKind, string> = {
  clients: 'Карточка клиента',
  sessions: 'Будущие сессии',
  texts: 'Записи прошедших сессий',
  series: 'Серии',
  series_skips: 'Пропуски серий',
  booking: 'Заявки',
  letters: 'Сведения о\u00A0письмах',
  visit_links: 'Ссылки для\u00A0клиента',
  consents: 'Согласия',
  letter_stops: 'Отказы от\u00A0писем',
};

/** What is erased; kinds without records are left out. */
export function removedAmounts(removed: ErasedCounts['removed']): Amount[] {
  return ERASED_KINDS.flatMap((kind) => (removed[kind] > 0 ? [{ name: KIND_LABEL[kind], count: removed[kind] }] : []));
}

/** What stays, without a link to the person. */
export function keptAmounts({ sessions, payments = 0 }: ErasedCounts['kept']): Amount[] {
  const kept = [
    { name: 'Прошедшие сессии', count: sessions },
    { name: 'Оплаты', count: payments },
  ];
  return kept.filter(({ count }) => count > 0);
}
