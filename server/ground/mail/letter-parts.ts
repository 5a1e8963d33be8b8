import type { Context } from '#server/ground/context.ts';

/** The URL of a page of this installation, for instance `/auth`. */
export function pageUrl(context: Pick<Context, 'config'>, path: string): string {
  return `${context.config.publicUrl}${path}`;
}

/** 'среда, 18 ноября, 15:00' */
export function spokenTime(local: Temporal.ZonedDateTime): string {
  const day = local.toPlainDate().toLocaleString('ru', { weekday: 'long', day: 'numeric', month: 'long' });
  return `${day}, ${clockTime(local)}`;
}

/** '15:00' */
export function clockTime(local: Temporal.ZonedDateTime): string {
  return local.toPlainTime().toString({ smallestUnit: 'minute' });
}
