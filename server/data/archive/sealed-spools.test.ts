import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock, test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { exported, imported } from '#proofs/support/archive.ts';
import { importTable } from '#proofs/support/csv.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';
import { onServerWith, UNLIMITED } from '#proofs/support/test-server.ts';
import { Spool } from '#server/data/archive/spool.ts';

/** Returns the raw bytes of all files of a folder, and of those that this process has open there or for a while. */
function rawFiles(folder: string): Buffer[] {
  const named = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const open = readdirSync('/proc/self/fd')
    .map((fd) => `/proc/self/fd/${fd}`)
    .filter((path) => {
      try {
        const place = readlinkSync(path);
        return place.startsWith(folder) || place.startsWith(tmpdir());
      } catch {
        return false;
      }
    });
  return [...named, ...open].flatMap((path) => {
    try {
      return statSync(path).isFile() ? [readFileSync(path)] : [];
    } catch {
      return [];
    }
  });
}

/** Looks at all files after each piece that comes into a spool. */
function watchSpools(t: TestContext, folder: string, secrets: readonly string[]) {
  const seen = { looks: 0, bytes: 0, found: new Set<string>() };
  // oxlint-disable-next-line typescript/unbound-method -- called on its own spool below
  const { append } = Spool.prototype;
  mock.method(Spool.prototype, 'append', async function (this: Spool, bytes: Uint8Array) {
    await append.call(this, bytes);
    seen.looks += 1;
    for (const raw of rawFiles(folder)) {
      seen.bytes += raw.length;
      for (const secret of secrets) if (raw.includes(secret)) seen.found.add(secret);
    }
  });
  t.after(() => mock.restoreAll());
  return seen;
}

onServerWith({ replace: { limits: UNLIMITED } }, (server, engine) => {
  const it = sameOnBoth(engine);

  it('OWN-01 OWN-02 OWN-03 no file has a readable text in the middle of an export, an import or a table', async (t) => {
    const [note, thoughts, description, cell] = ['note', 'thoughts', 'description', 'cell'].map(
      (word) => `${word} ${randomUUID()}`,
    ) as [string, string, string, string];
    const { pb, owner: user } = await server.practitioner();
    const date = '2026-11-21 12:00:00.000Z';
    const { id: own } = await pb.collection('blog_posts').create({ user, date, title: 'Заметка', content: note });
    const person = { user, name: 'Анна Петрова', phone: '+7 900 111-22-33', description };
    const { id: client } = await pb.collection('clients').create(person);
    await pb.collection('sessions').create({ user, client, date, duration: 60, status: 'scheduled', thoughts });
    const seen = watchSpools(t, server.context.config.dataDir, [note, thoughts, description, cell]);
    const zip = await exported(pb);
    const sealed = await exported(pb, { passphrase: 'a long passphrase' });
    assert.ok(zip.includes('manifest.json') && !sealed.includes('manifest.json'));
    const headers = { 'x-passphrase': encodeURIComponent('a long passphrase') };
    await pb.collection('blog_posts').delete(own);
    await pb.collection('clients').delete(client);
    assert.deepEqual((await imported(pb, sealed, { headers })).problems, []);
    assert.deepEqual((await imported(pb, zip)).problems, []);
    assert.equal((await importTable(pb, `Ольга;+7 900 111-22-34;${cell}\n`)).status, 200);
    assert.equal((await pb.collection('blog_posts').getOne(own))['content'], note);
    assert.ok(seen.looks > 10 && seen.bytes > 100_000, JSON.stringify(seen));
    assert.deepEqual([...seen.found], []);
  });
});

test('OWN-01 what is read from any place of a spool is what was written there', async () => {
  await using spool = await Spool.open(tmpdir());
  const pieces = Array.from({ length: 40 }, (_, at) => Buffer.alloc((at * 37) % 101, String.fromCharCode(65 + at)));
  for (const piece of pieces) await spool.append(piece);
  const whole = Buffer.concat(pieces);
  const place = fc.integer({ min: 0, max: whole.length });
  await fc.assert(
    fc.asyncProperty(place, place, async (one, other) => {
      const [start, end] = [Math.min(one, other), Math.max(one, other)];
      assert.ok(Buffer.concat(await Array.fromAsync(spool.read(start, end))).equals(whole.subarray(start, end)));
      const into = Buffer.alloc(end - start);
      await spool.readInto(into, start);
      assert.ok(into.equals(whole.subarray(start, end)));
    }),
  );
});
