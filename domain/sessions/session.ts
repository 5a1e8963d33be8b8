export const SESSION_STATUSES = ['scheduled', 'completed', 'canceled', 'reserved'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** Specification §4. */
export const SESSION_STATUS_LABEL: Record<SessionStatus, string> = {
  scheduled: 'Запланирована',
  completed: 'Состоялась',
  canceled: 'Отмена',
  reserved: 'Бронь',
};

/** Why a session was not held: the client cancelled, in time or late, did not come, or the practitioner cancelled. */
export const SESSION_OUTCOMES = ['client', 'late', 'no_show', 'practitioner'] as const;
export type SessionOutcome = '' | (typeof SESSION_OUTCOMES)[number];

/** «Неявка» and «Поздняя отмена» instead of «Отмена» where the outcome says so; otherwise the status (SESSION-18). */
export function statusInWords({ status, outcome }: { status: SessionStatus; outcome: SessionOutcome }): string {
  if (status === 'canceled' && outcome === 'no_show') return 'Неявка';
  if (status === 'canceled' && outcome === 'late') return 'Поздняя отмена';
  return SESSION_STATUS_LABEL[status];
}

/** Minutes; specification §9. `step` is that of the form's arrows; the longest is a day: longer is a slip of the finger. */
export const SESSION_DURATION = { default: 60, min: 15, step: 15, max: 1440 } as const;

export const SESSION_LIMITS = { descriptionMax: 5000, textMax: 100_000 } as const;

export const SESSION_TEXT = {
  noClient: 'Выберите клиента',
  noDate: 'Выберите дату',
  noTime: 'Выберите время',
  tooShort: 'Минимальная продолжительность 15 минут',
  noStatus: 'Выберите статус',
  fromBooking: 'Сессия создана из онлайн-записи',
} as const;

/** A cancelled session keeps its place in the history but holds no time. */
export function holdsTime(status: string): boolean {
  return status !== 'canceled';
}

/** The 29 half-hour choices of the form, 08:00–22:00, specification §5. */
export const SESSION_TIME_CHOICES: readonly string[] = Array.from({ length: 29 }, (_, index) => {
  const minutes = 8 * 60 + index * 30;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
});
