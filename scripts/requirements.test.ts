import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listedIds, provingTitles } from './lib-requirements.mjs';

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
