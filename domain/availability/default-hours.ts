/** Hours of a weekday that was never set, specification §9: 09:00–18:00 and off. */
export const DEFAULT_HOURS = { start: '09:00', end: '18:00' } as const;
