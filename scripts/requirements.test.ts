import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gaps, listedIds, provingTitles } from './lib-requirements.mjs';

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
    { id: 'AVAIL-02', file: 'server/availability/week.test.ts', title: 'AVAIL-02 one' },
    { id: 'PUBLIC-06', file: 'server/booking/flood.test.ts', title: 'PUBLIC-06 one' },
    { id: 'API-03', file: 'server/records/isolation.test.ts', title: 'API-03 one' },
    { id: 'API-77', file: 'server/records/isolation.test.ts', title: 'API-77 one' },
  ];
  assert.deepEqual(gaps(['AUTH-01', 'AVAIL-02', 'A11Y-01', 'PUBLIC-06', 'API-03'], claims), [
    'No such requirement: server/records/isolation.test.ts: API-77 one',
    'No test proves A11Y-01',
    'No test in e2e/ proves AVAIL-02',
  ]);
});
