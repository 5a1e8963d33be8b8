import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';

/** The longest a browser can take to write its files. */
const WRITTEN_IN_MS = 30_000;

/** Makes a folder for the profile of a browser, until the end of the test. */
export async function profileFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-profile-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the files under a folder that contain a text, in UTF-8 or in UTF-16. */
export async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const needles = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name);
    // The file can be gone by now: the browser is running.
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    if (needles.some((needle) => bytes.includes(needle))) found.push(relative(folder, file));
  }
  return found;
}

/** Returns the places of texts on the disk, by their names. */
export async function leaks(folder: string, texts: Readonly<Record<string, string>>): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(texts).map(async ([name, text]) =>
      (await filesWith(folder, text)).map((file) => `${name}: ${file}`),
    ),
  );
  return found.flat();
}

/** Leaves a text where a careless page would, and waits until the browser has written the history entry to disk. */
export async function untilWritten(page: Page, folder: string, control: string): Promise<void> {
  await page.evaluate((text) => {
    sessionStorage.setItem('control', text);
    history.replaceState({ ...history.state, control: text }, '');
  }, control);
  const deadline = performance.now() + WRITTEN_IN_MS;
  while (!(await filesWith(folder, control)).some(isOfSessions)) {
    assert.ok(performance.now() < deadline, 'the browser never wrote down what it was given');
    await sleep(250);
  }
}

export const isOfSessions = (file: string) => file.includes('Sessions/');
