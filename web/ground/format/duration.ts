import { counted, HOURS, MINUTES } from '#web/ground/format/plural.ts';

/** '60 минут' */
export function showDuration(minutes: number): string {
  return counted(minutes, MINUTES);
}

/** '60 мин' */
export function showDurationBriefly(minutes: number): string {
  return `${minutes}\u00A0мин`;
}

/** '4 часа', '1 час 30 минут', '45 минут' */
export function showHours(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return showDuration(rest);
  return rest === 0 ? counted(hours, HOURS) : `${counted(hours, HOURS)} ${showDuration(rest)}`;
}
