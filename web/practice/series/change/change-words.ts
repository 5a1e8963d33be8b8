import type { KeptBecause } from '#domain/series/series.ts';
import { showDate, zoned } from '#web/ground/format/dates.ts';
import { counted, type Forms, plural, SESSIONS } from '#web/ground/format/plural.ts';

/** Why a session stays as it is. */
export const KEPT: Record<KeptBecause, string> = {
  held: 'состоялась',
  cancelled: 'отменена',
  texts: 'есть записи',
  moved: 'перенесена отдельно',
};

/** «Изменить 1 сессию» */
const AS_OBJECT: Forms = { ...SESSIONS, one: 'сессию' };
const CHANGES: Forms = { one: 'изменится', few: 'изменятся', many: 'изменится' };
const GOES: Forms = { one: 'удалится', few: 'удалятся', many: 'удалится' };
const STAYS: Forms = { one: 'останется', few: 'останутся', many: 'останется' };
const CHANGED: Forms = { one: 'изменена', few: 'изменены', many: 'изменено' };
const CREATED: Forms = { one: 'создана', few: 'созданы', many: 'создано' };
const REMOVED: Forms = { one: 'удалена', few: 'удалены', many: 'удалено' };

/** «24 сессии» after a verb: «изменить 21 сессию». */
export function sessionsAsObject(count: number): string {
  return counted(count, AS_OBJECT);
}

/** «изменятся 24 сессии, 2 останутся как есть.» */
export function showChange(count: number, stay: number): string {
  return showTouched(count, stay, CHANGES, 'ничего не\u00A0изменится');
}

/** «удалятся 24 сессии, 2 останутся как есть.» */
export function showRemoval(count: number, stay: number): string {
  return showTouched(count, stay, GOES, 'ничего не\u00A0удалится');
}

function showTouched(count: number, stay: number, verb: Forms, nothing: string): string {
  const touched = count === 0 ? nothing : `${plural(count, verb)} ${counted(count, SESSIONS)}`;
  return `${touched}${stay === 0 ? '' : `, ${stay}\u00A0${plural(stay, STAYS)} как есть`}.`;
}

/** Where a change begins: «С этой сессии», «С ближайшей, 23.11.2026». */
export function showBeginning(scope: 'following' | 'all', nearest: string | undefined, timeZone: string): string {
  if (scope === 'following') return 'С\u00A0этой сессии';
  const start = nearest === undefined ? null : zoned(nearest, timeZone);
  return start ? `С\u00A0ближайшей, ${showDate(start)}` : 'С\u00A0сегодняшнего дня';
}

/** «Впереди будет 26 сессий вместо 52.» */
export function showAhead(count: number, before: number): string {
  const sessions = counted(count, SESSIONS);
  return count === before
    ? `Впереди, как и\u00A0сейчас, ${sessions}.`
    : `Впереди будет ${sessions} вместо\u00A0${before}.`;
}

export interface ChangeCounts {
  created: number;
  moved: number;
  removed: number;
  kept: number;
}

/** «Изменены 24 сессии, создано 5, без изменений 2» */
export function showChanged({ created, moved, removed, kept }: ChangeCounts): string {
  const parts: [number, Forms][] = [
    [moved, CHANGED],
    [created, CREATED],
    [removed, REMOVED],
  ];
  const done = parts
    .filter(([count]) => count > 0)
    .map(([count, forms], index) =>
      index === 0 ? `${plural(count, forms)} ${counted(count, SESSIONS)}` : `${plural(count, forms)}\u00A0${count}`,
    );
  const all = [...done, ...(kept > 0 ? [`без\u00A0изменений\u00A0${kept}`] : [])].join(', ');
  return all.charAt(0).toUpperCase() + all.slice(1);
}
