import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { inProject } from './lib-project.mjs';

const pages = await Array.fromAsync(glob(['*.md', 'docs/**/*.md'], { cwd: inProject() }));
const texts = new Map(
  await Promise.all(pages.map(async (page) => [page, await readFile(inProject(page), 'utf8')] as const)),
);

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('every link of the documents leads to a file, and to a heading of it', () => {
  const broken: string[] = [];
  for (const [page, text] of texts) {
    for (const [, target = '', anchor] of text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)) {
      const file = target === '' ? page : join(dirname(page), target);
      const there = texts.get(file);
      const known = anchor === undefined || there === undefined || anchorsOf(there).includes(anchor);
      if (!known || !existsSync(inProject(file))) broken.push(`${page}: ${target}#${anchor ?? ''}`);
    }
  }
  assert.ok(texts.size >= 30);
  assert.deepEqual(broken, []);
});

test('every file and folder of the program that a document names exists', () => {
  const unreal = /\/\.env$|NAME/;
  const missing: string[] = [];
  for (const [page, text] of texts) {
    for (const [, path = ''] of text.matchAll(
      /`((?:server|domain|web|scripts|proofs|e2e|bench|demo|deploy)\/[\w./-]+)`/g,
    )) {
      if (!unreal.test(path) && !existsSync(inProject(path))) missing.push(`${page}: ${path}`);
    }
  }
  assert.deepEqual(missing, []);
});
