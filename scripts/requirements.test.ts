import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gaps, listedIds, provingTitles } from './lib-requirements.mjs';
import { inProject } from './lib-project.mjs';

/** ASVS 5.0.0, the chapters that are judged. */
const LEVELS_1_AND_2 = { V2: 11, V5: 9, V6: 35, V7: 18, V11: 14, V12: 9, V13: 13, V14: 9, V15: 13, V16: 16 };
const OF_LEVEL_3 = ['5.2.4', '5.2.5', '5.3.3', '6.3.5', '6.3.7', '6.3.8', '6.5.8', '15.4.2', '16.5.4'];

test('requirements are read from their list', () => {
  const markdown = '# Title\n\n- **AUTH-01** One.\n- **A11Y-01** Two, after **AUTH-02**.\n';
  assert.deepEqual(listedIds(markdown), ['AUTH-01', 'A11Y-01']);
});

test('a title proves the requirements it begins with', () => {
  const titles = provingTitles(`
    test('AUTH-04 an account that isn\\'t verified is refused', () => {});
    onEachEngine.test(\`API-05 \${name} keeps CAL-01 too\`, run);
    describe("BOOK-02, BOOK-03 approval", () => {});
    test('searching folds case, see CLIENT-02', () => {});
  `);
  assert.deepEqual(
    titles.map(({ ids }) => ids),
    [['AUTH-04'], ['API-05'], ['BOOK-02', 'BOOK-03']],
  );
});

test('what a person can see wants a test in a browser, what takes a crowd or is the API does not', () => {
  const claims = [
    { id: 'AUTH-01', file: 'server/accounts/register.test.ts', title: 'AUTH-01 one' },
    { id: 'AUTH-01', file: 'e2e/main-job.test.ts', title: 'AUTH-01 two' },
    { id: 'AVAIL-02', file: 'server/practice/availability/week.test.ts', title: 'AVAIL-02 one' },
    { id: 'PUBLIC-06', file: 'server/practice/booking/flood.test.ts', title: 'PUBLIC-06 one' },
    { id: 'API-03', file: 'server/records/isolation.test.ts', title: 'API-03 one' },
    { id: 'API-77', file: 'server/records/isolation.test.ts', title: 'API-77 one' },
  ];
  assert.deepEqual(gaps(['AUTH-01', 'AVAIL-02', 'A11Y-01', 'PUBLIC-06', 'API-03'], claims), [
    'No such requirement: server/records/isolation.test.ts: API-77 one',
    'No test proves A11Y-01',
    'No test in e2e/ proves AVAIL-02',
  ]);
});

test('every requirement of ASVS stands once, with tests that are there by file and title', async () => {
  const items = (await readFile(inProject('docs/asvs.md'), 'utf8')).split(/^- /m).slice(1);
  const numbers = items.flatMap((item) => /^\*\*([^*]+)\*\*/.exec(item)?.[1]?.match(/\d+\.\d+\.\d+/g) ?? []);
  assert.deepEqual(numbers, [...new Set(numbers)]);
  const required = numbers.filter((number) => !OF_LEVEL_3.includes(number));
  const count = (chapter: number): number => required.filter((number) => number.startsWith(`${chapter}.`)).length;
  const counted = Object.keys(LEVELS_1_AND_2).map((chapter) => [chapter, count(Number(chapter.slice(1)))]);
  assert.deepEqual(Object.fromEntries(counted), LEVELS_1_AND_2);
  const named = items.flatMap((item) => [
    ...item.replaceAll(/\s+/g, ' ').matchAll(/`([\w./-]+\.test\.ts)`((?: (?:›|and) «[^»]+»)*)/g),
  ]);
  assert.ok(named.length >= 40);
  for (const [, file = '', titles = ''] of named) {
    const text = await readFile(inProject(file), 'utf8');
    const known = [...text.matchAll(/\b(?:test|it)\(\s*(['"`])(.+?)\1,/g)].map(([, , title = '']) => title);
    const said = [...titles.matchAll(/«([^»]+)»/g)].map(([, title = '']) => title);
    assert.ok(said.length > 0, `${file} without a title`);
    for (const title of said)
      assert.ok(
        known.some((one) => one.includes(title)),
        `${file} › ${title}`,
      );
  }
});

test('every file that the pages on security name exists, and no threat is without a test', async () => {
  const pages = await Promise.all(
    ['docs/SECURITY.md', 'docs/threats.md', 'docs/asvs.md'].map((page) => readFile(inProject(page), 'utf8')),
  );
  const files = pages.flatMap((page) => [...page.matchAll(/`([\w./-]+\.(?:ts|tsx))`/g)].map(([, file]) => file ?? ''));
  assert.ok(files.length >= 100);
  assert.deepEqual(
    files.filter((file) => !existsSync(inProject(file))),
    [],
  );
  const threats = pages[1]?.split(/^- /m).slice(1) ?? [];
  assert.ok(threats.length >= 50);
  assert.deepEqual(
    threats.filter((threat) => !/\sTest:\s/.test(threat)),
    [],
  );
});
