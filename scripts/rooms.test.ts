import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { listFiles } from './lib-files.mjs';
import { inProject } from './lib-project.mjs';

/** An import of a file by another one. */
interface Arrow {
  from: string;
  to: string;
  /** Types alone, which are gone when the program runs. */
  isType: boolean;
}

/** From the lowest: a file imports from its own floor and those below it. Files directly in server/ or web/ are its root. */
const FLOORS: Record<string, string[]> = {
  server: ['ground', 'records', 'practice', 'accounts', 'data', 'operation', 'root'],
  web: ['ground', 'ui', 'practice', 'account', 'public', 'app', 'root'],
};

const STATEMENT = /^(?:import|export)\s([^;]*?)from\s+'#(\w+)\/([^']+)';|\bimport\('#(\w+)\/([^']+)'\)/gm;
const TYPES_ONLY = /^type\b|^\{(?:\s*type [^,}]+,?)*\s*\}\s*$/;

const arrows = await readArrows(['domain', 'server', 'web']);
const isIn =
  (house: string) =>
  ({ from, to }: Arrow): boolean =>
    from.startsWith(`${house}/`) && to.startsWith(`${house}/`);

for (const house of ['domain', 'server', 'web']) {
  test(`no file of ${house}/ imports itself by way of others, types counted`, () => {
    assert.deepEqual(findCircles(arrows.filter(isIn(house))), []);
  });
}

for (const [house, floors] of Object.entries(FLOORS)) {
  const inside = arrows.filter(isIn(house));

  test(`a file of ${house}/ imports from its own floor and those below`, () => {
    const upward = inside.filter(({ from, to }) => floors.indexOf(floorOf(to)) > floors.indexOf(floorOf(from)));
    assert.deepEqual(upward.map(print), []);
    // A new folder has its place among them.
    assert.deepEqual(
      inside.map(({ from }) => from).filter((file) => !floors.includes(floorOf(file))),
      [],
    );
  });

  test(`the rooms of a floor of ${house}/ import in one direction, types counted`, () => {
    const inFloor = inside.filter(({ from, to }) => floorOf(from) === floorOf(to));
    assert.deepEqual(
      findCircles(inFloor, (file) => file.split('/').slice(0, 3).join('/')),
      [],
    );
  });
}

test('no file of web/ reaches zod: a form would wait 21 KB longer for it', async () => {
  const values = arrows.filter(({ isType }) => !isType);
  const reached = new Set(values.map(({ from }) => from).filter((file) => file.startsWith('web/')));
  for (const file of reached) for (const { from, to } of values) if (from === file) reached.add(to);
  const sources = await Promise.all([...reached].map(async (file) => [file, await readFile(inProject(file), 'utf8')]));
  const withZod = sources.filter(([, source]) => /^import (?!type\b).* from 'zod/m.test(source ?? ''));
  assert.deepEqual(
    withZod.map(([file]) => file),
    [],
  );
});

describe('findCircles', () => {
  const between = (...pairs: string[]): Arrow[] =>
    pairs.map((pair) => {
      const [from = '', to = ''] = pair.split(' > ');
      return { from, to, isType: false };
    });

  test('returns every arrow inside a circle', () => {
    assert.deepEqual(findCircles(between('a > b', 'b > c', 'c > b', 'd > d2', 'd2 > d')), [
      'b imports c',
      'c imports b',
      'd imports d2',
      'd2 imports d',
    ]);
  });

  test('returns nothing for a staircase', () => {
    assert.deepEqual(findCircles(between('a > b', 'a > c', 'b > c', 'd > a')), []);
  });

  test('counts groups of files where they are asked for', () => {
    const pairs = between('a/1 > b/1', 'b/2 > a/2', 'a/1 > a/2');
    assert.deepEqual(findCircles(pairs), []);
    assert.deepEqual(
      findCircles(pairs, (file) => file.slice(0, 1)),
      ['a/1 imports b/1', 'b/2 imports a/2'],
    );
  });

  test('types are told from values', () => {
    const found = readImports(
      "import type { A } from '#server/a/a.ts';\nimport { type B, b } from '#server/b/b.ts';\nconst page = await import('#web/p/P.tsx');",
    );
    assert.deepEqual(found, [
      { to: 'server/a/a.ts', isType: true },
      { to: 'server/b/b.ts', isType: false },
      { to: 'web/p/P.tsx', isType: false },
    ]);
  });
});

async function readArrows(houses: string[]): Promise<Arrow[]> {
  const files = (await listFiles(houses)).filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'));
  const found = await Promise.all(
    files.map(async (from) => readImports(await readFile(inProject(from), 'utf8')).map((one) => ({ from, ...one }))),
  );
  return found.flat();
}

function readImports(source: string): Omit<Arrow, 'from'>[] {
  return [...source.matchAll(STATEMENT)].map(([, names = '', house, path, lazyHouse, lazyPath]) => ({
    to: `${house ?? lazyHouse}/${path ?? lazyPath}`,
    isType: TYPES_ONLY.test(names.trim()),
  }));
}

function floorOf(file: string): string {
  const [, floor = '', ...rest] = file.split('/');
  return rest.length === 0 ? 'root' : floor;
}

function print({ from, to }: Arrow): string {
  return `${from} imports ${to}`;
}

/** Returns the arrows between groups of files that reach each other, sorted. A group is a file unless `groupOf` says so. */
function findCircles(among: readonly Arrow[], groupOf: (file: string) => string = (file) => file): string[] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of among) {
    const [own, other] = [groupOf(from), groupOf(to)];
    if (own !== other) targets.set(own, (targets.get(own) ?? new Set()).add(other));
  }
  const reached = new Map<string, Set<string>>();
  const reachedFrom = (start: string): Set<string> => {
    const known = reached.get(start);
    if (known) return known;
    const seen = new Set<string>();
    const open = [start];
    for (let group = open.pop(); group !== undefined; group = open.pop()) {
      for (const next of targets.get(group) ?? []) if (!seen.has(next)) open.push((seen.add(next), next));
    }
    reached.set(start, seen);
    return seen;
  };
  return among
    .filter(({ from, to }) => groupOf(from) !== groupOf(to) && reachedFrom(groupOf(to)).has(groupOf(from)))
    .map(print)
    .sort();
}
