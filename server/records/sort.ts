import { badRequest } from '#domain/errors.ts';
import { refuseRuleNames } from '#server/records/filter/filter.ts';
import type { FieldRef } from '#server/records/filter/condition.ts';
import { isSealed } from '#server/records/filter/sealed-condition.ts';
import { findField, type Scope } from '#server/records/filter/resolve.ts';

export interface SortTerm {
  by: FieldRef | 'random';
  direction: 'asc' | 'desc';
}

const SORT_LIMITS = { fields: 8, characters: 255 } as const;

/** Reads `sort` ('-date,name,client.name'). Throws a 400 for a field that the caller cannot sort by. */
export function readSort(sort: string, scope: Scope): SortTerm[] {
  if (sort === '') return [];
  refuseRuleNames(sort);
  const names = sort.split(',').map((name) => name.trim());
  if (names.length > SORT_LIMITS.fields) throw badRequest(`Invalid sort: more than ${SORT_LIMITS.fields} fields.`);
  return names.map((name) => readTerm(name, scope));
}

function readTerm(term: string, scope: Scope): SortTerm {
  const name = term.replace(/^[+-]/, '');
  const direction = term.startsWith('-') ? 'desc' : 'asc';
  if (name === '@random') return { by: 'random', direction };
  // The order of creation.
  const path = name === '@rowid' ? 'created' : name;
  const found = path.length > SORT_LIMITS.characters ? null : findField(path, scope);
  if (!found) throw badRequest('Invalid sort: an unknown field.');
  if (isSealed(found.field, scope.collection)) throw badRequest('Invalid sort: a text that is stored sealed.');
  return { by: found.field, direction };
}
