import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { printInstant } from '#domain/time/instant.ts';
import { clients } from '#server/practice/clients/collection.ts';
import { collections } from '#server/collections.ts';
import type { Condition } from '#server/records/filter/condition.ts';
import { readFilter } from '#server/records/filter/filter.ts';
import { sessions } from '#server/practice/sessions/collection.ts';
import { clientSearchTerms } from '#domain/clients/client-search.ts';
import { listFilter } from '#web/practice/sessions/session-filter.ts';
import { searchFilter } from '#web/ground/api/filter.ts';

const now = Temporal.Instant.from('2026-11-18T12:00:00Z');
const user = 'abcdefghij12345';

/** Returns the terms that the server looks for after this was typed into the search of clients, and of sessions. */
function soughtFor(typed: string): string[][] {
  const terms = clientSearchTerms(typed);
  if (terms.length === 0) return [];
  const search = { by: 'client', terms } as const;
  return [
    needles(readFilter(searchFilter('search_text', terms), { collection: clients, collections, now })),
    needles(
      readFilter(listFilter({ user, part: 'past', boundary: printInstant(now), search }), {
        collection: sessions,
        collections,
        now,
      }),
    ),
  ];
}

function needles(condition: Condition | null): string[] {
  if (condition?.kind === 'and' || condition?.kind === 'or') return condition.items.flatMap(needles);
  assert.notEqual(condition?.kind, 'like', 'a wildcard');
  return condition?.kind === 'contains' && typeof condition.needle === 'string' ? [condition.needle] : [];
}

function assertSought(typed: string): void {
  for (const sought of soughtFor(typed)) assert.deepEqual(sought, clientSearchTerms(typed).flat());
}

test('CLIENT-02 the server reads whatever is typed or pasted into a search, however long, as a text alone', () => {
  const long = ['а', '%', '_', '\\', '"', "'", '\u0001', '1', '+', '1 ', '\\ ', '\\% ', '😀', ' 😀', '\ud83d', 'Иван '];
  for (const text of long) for (const length of [1, 9, 99, 201, 240, 400, 3000]) assertSought(text.repeat(length));
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...long, 'ё', '(', '0'), maxLength: 300 }), assertSought), {
    numRuns: 300,
  });
});
