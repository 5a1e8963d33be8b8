import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const WEB = join(import.meta.dirname, '../dist/web');
const compress = promisify(brotliCompress);

/** Brotli bytes of what the HTML of a page loads at once, by the ending of its files. */
async function weightOf(page: string, ending: 'js' | 'css'): Promise<number> {
  const html = await readFile(join(WEB, page), 'utf8');
  const files = new Set(html.match(new RegExp(`/assets/[^"]+\\.${ending}`, 'g')));
  assert.ok(files.size > 0, `${page} loads ${ending}`);
  const sizes = [...files].map(async (file) => (await compress(await readFile(join(WEB, file)))).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test('the public page loads nothing of the dashboard: at most 95 KB of JavaScript and 12 KB of styles', async () => {
  assert.ok((await weightOf('booking.html', 'js')) <= 95_000);
  assert.ok((await weightOf('booking.html', 'css')) <= 12_000);
});
