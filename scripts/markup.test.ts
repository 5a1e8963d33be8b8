import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { inProject } from './lib-project.mjs';

/** Ways to make markup or code of a text. */
const WAYS =
  /\b(?:(?:inner|outer)HTML\s*\+?=|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|setHTMLUnsafe|parseFromString|createContextualFragment|srcdoc|eval\(|new Function\()/;

test('no line of the web or the domain makes markup or code of a text', async () => {
  const found: string[] = [];
  let files = 0;
  for await (const file of glob('{web,domain}/**/*.{ts,tsx,html}', { cwd: inProject('.') })) {
    files += 1;
    const lines = (await readFile(inProject(file), 'utf8')).split('\n');
    found.push(...lines.filter((line) => WAYS.test(line)).map((line) => `${file}: ${line.trim()}`));
  }
  assert.ok(files > 200, String(files));
  assert.deepEqual(found, []);
});

test('the ways to do so are recognised', () => {
  for (const line of [
    'node.innerHTML = text',
    'p.outerHTML += x',
    '<p dangerouslySetInnerHTML={html} />',
    'eval(text)',
  ])
    assert.match(line, WAYS);
});
