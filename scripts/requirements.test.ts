import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listedIds, provingTitles, unseen } from './lib-requirements.mjs';

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
  const proofs = new Map([
    ['AUTH-01', ['server/accounts/register.test.ts: AUTH-01 one', 'e2e/main-job.test.ts: AUTH-01 two']],
    ['AVAIL-02', ['server/availability/week.test.ts: AVAIL-02 one']],
    ['A11Y-01', []],
    ['PUBLIC-06', ['server/booking/flood.test.ts: PUBLIC-06 one']],
    ['API-03', ['server/records/isolation.test.ts: API-03 one']],
  ]);
  assert.deepEqual(unseen(proofs), ['AVAIL-02', 'A11Y-01']);
});
