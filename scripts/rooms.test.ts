import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { listFiles } from './lib-files.mjs';
import { inProject } from './lib-project.mjs';

type Imports = Map<string, Map<string, string>>;

const HOUSES = ['server', 'web'];
const STATEMENT = /^(?:import|export)\s([^;']*?)from\s+'#(\w+)\/([^']+)';|\bimport\('#(\w+)\/([^']+)'\)/gm;
const TYPES_ONLY = /^type\b|^\{(?:\s*type [^,}]+,?)*\s*\}\s*$/;

for (const house of HOUSES) {
  describe(`the rooms of ${house}/`, () => {
    test('import in one direction: no circle between them', async () => {
      assert.deepEqual(findCircle(await readImports(house)), []);
    });
  });
}

describe('findCircle', () => {
  const imports = (...arrows: string[]): Imports => {
    const found: Imports = new Map();
    for (const arrow of arrows) {
      const [from = '', to = ''] = arrow.split(' > ');
      found.set(from, (found.get(from) ?? new Map<string, string>()).set(to, arrow));
    }
    return found;
  };

  test('returns the arrows of a circle', () => {
    assert.deepEqual(findCircle(imports('a > b', 'b > c', 'c > b')), ['b > c', 'c > b']);
  });

  test('returns nothing for a staircase', () => {
    assert.deepEqual(findCircle(imports('a > b', 'a > c', 'b > c', 'd > a')), []);
  });

  test('type imports are no arrows, values beside them are', () => {
    assert.deepEqual(targets("import type { A } from '#server/a/a.ts';"), []);
    assert.deepEqual(targets("import { type A, type B } from '#server/a/a.ts';"), []);
    assert.deepEqual(targets("import { type A, b } from '#server/a/a.ts';\nimport '#web/x.css';"), ['server/a/a.ts']);
    assert.deepEqual(targets("const page = await import('#web/p/Page.tsx');"), ['web/p/Page.tsx']);
  });
});

/** For each room the rooms whose values it imports, with one pair of files as an example. */
async function readImports(house: string): Promise<Imports> {
  const imports: Imports = new Map();
  const files = (await listFiles([house])).filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'));
  for (const file of files) {
    const from = roomOf(file);
    for (const target of targets(await readFile(inProject(file), 'utf8'))) {
      const to = roomOf(target);
      if (from === to || !target.startsWith(`${house}/`)) continue;
      const known = imports.get(from) ?? new Map<string, string>();
      imports.set(from, known.set(to, `${file} imports ${target}`));
    }
  }
  return imports;
}

/** Files directly in a house, its start and its composition, are a room too: it imports the others. */
function roomOf(file: string): string {
  const [house, room, ...rest] = file.split('/');
  return rest.length > 0 ? `${house}/${room}` : `${house}/`;
}

function targets(source: string): string[] {
  return [...source.matchAll(STATEMENT)]
    .filter(([, names = '']) => !TYPES_ONLY.test(names.trim()))
    .map(([, , house, path, lazyHouse, lazyPath]) => `${house ?? lazyHouse}/${path ?? lazyPath}`);
}

/** The examples along the first circle that a walk finds; [] where there is none. */
function findCircle(imports: Imports): string[] {
  const done = new Set<string>();
  const walk = (room: string, way: string[]): string[] => {
    if (way.includes(room)) {
      const circle = [...way.slice(way.indexOf(room)), room];
      return circle.slice(1).map((to, index) => imports.get(circle[index] ?? '')?.get(to) ?? '');
    }
    if (done.has(room)) return [];
    for (const next of imports.get(room)?.keys() ?? []) {
      const circle = walk(next, [...way, room]);
      if (circle.length > 0) return circle;
    }
    done.add(room);
    return [];
  };
  for (const room of imports.keys()) {
    const circle = walk(room, []);
    if (circle.length > 0) return circle;
  }
  return [];
}
