import type { LateCancel } from '#domain/visits/visit-rules.ts';
import { counted, DAYS, HOURS, TIMES } from '#web/ground/format/plural.ts';

const WEEK = 7 * 24;

/** Hours before the start. */
export const LEAD_CHOICES = [0, 1, 2, 3, 6, 12, 24, 48, 72, WEEK];
export const MOVES_CHOICES = [0, 1, 2, 3, 5, 10];

/** What happens to a cancellation after the limit. */
export const LATE_WORDS: Readonly<Record<LateCancel, { label: string; hint: string }>> = {
  refuse: {
    label: 'Не\u00A0принимать',
    hint: 'Когда срок прошёл, на\u00A0странице клиента остаётся только телефон.',
  },
  note: {
    label: 'Принимать и\u00A0отмечать',
    hint: 'Время освободится, а\u00A0сессия станет «Поздней отменой». Оплачивается она, только если так решено в\u00A0профиле, в\u00A0разделе «Деньги».',
  },
};

/** 'Не позже чем за 24 часа', 'До начала встречи' */
export function showLead(hours: number): string {
  if (hours === 0) return 'До\u00A0начала встречи';
  return `Не\u00A0позже чем за\u00A0${hours % WEEK === 0 ? counted(hours / 24, DAYS) : counted(hours, HOURS)}`;
}

/** '2 раза', 'Без переносов' */
export function showMoves(moves: number): string {
  return moves === 0 ? 'Без\u00A0переносов' : counted(moves, TIMES);
}
