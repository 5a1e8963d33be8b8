import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { exported, filesOf, imported } from '#proofs/support/archive.ts';
import { encoded } from '#proofs/support/encoded.ts';
import { type RawEntry, rawZip } from '#proofs/support/raw-zip.ts';
import { onServerWith, type TestPractitioner, UNLIMITED } from '#proofs/support/test-server.ts';

onServerWith({ replace: { limits: UNLIMITED } }, (server) => {
  let owner: TestPractitioner;
  let files: [name: string, data: Buffer][];

  before(async () => {
    owner = await server.practitioner();
    const client = await owner.pb.collection('clients').create({ name: 'Алёна Йорданова', phone: '+7 916 204-18-35' });
    await owner.pb.collection('sessions').create({ client: client.id, date: '2026-11-25 09:00:00Z', news: 'Сон' });
    files = [...(await filesOf(await exported(owner.pb)))].map(([name, text]) => [name, Buffer.from(text)]);
  });

  /** The archive, taken apart and packed again. */
  const packed = (
    nameOf: (name: string) => Buffer,
    values: Partial<RawEntry> = {},
    more: readonly RawEntry[] = [],
  ): Buffer =>
    rawZip([...more, ...files.map(([name, data]) => ({ name: nameOf(name), data, mode: 0o100644, ...values }))]);
  const utf8 = (name: string) => Buffer.from(name);
  const empty = (name: string, mode = 0): RawEntry => ({ name: Buffer.from(name), data: Buffer.alloc(0), mode });
  const problemsOf = async (zip: Buffer) => {
    const { problems } = await imported(owner.pb, zip, { preview: true });
    return problems.map(({ file, why }) => [file, why]);
  };

  test('OWN-02 an archive that Finder, Explorer, 7-Zip or zip has packed again is the same archive', async () => {
    const extra = Buffer.from('x');
    const cases: [by: string, zip: Buffer][] = [
      [
        'Finder',
        packed((name) => utf8(`kabinet-2026-11-21/${name.normalize('NFD')}`), {}, [
          empty('kabinet-2026-11-21/', 0o40755),
          { name: utf8('kabinet-2026-11-21/.DS_Store'), data: extra },
          { name: utf8('__MACOSX/kabinet-2026-11-21/._manifest.json'), data: extra },
          empty('kabinet-2026-11-21/data/', 0o40755),
        ]),
      ],
      [
        'Explorer',
        packed((name) => encoded(`Выгрузка/${name}`, 'ibm866'), {}, [
          { name: encoded('Выгрузка/desktop.ini', 'ibm866'), data: extra },
          { name: encoded('Выгрузка/html/Thumbs.db', 'ibm866'), data: extra },
        ]),
      ],
      ['PowerShell', packed((name) => utf8(`kabinet\\${name.replaceAll('/', '\\')}`), { isUtf8: true })],
      ['7-Zip', packed(utf8, { isUtf8: true, method: 0 })],
      ['zip', packed(utf8, {}, [empty('data/', 0o40755), empty('html/', 0o40755), empty('html/clients/', 0o40755)])],
      ['twice', packed((name) => utf8(`Загрузки/kabinet/${name}`))],
    ];
    for (const [by, zip] of cases) {
      const report = await imported(owner.pb, zip, { preview: true });
      assert.deepEqual([report.problems, report.skipped], [[], { clients: 1, profile: 1, sessions: 1 }], by);
    }
  });

  test('OWN-02 neither order nor compression nor the names of folders matter to an archive that was packed again', async () => {
    const name = fc.constantFrom('', 'Архив/', 'a/б/', 'data/', 'manifest.json/');
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(files, { minLength: files.length }),
        fc.array(fc.constantFrom(0, 8), { minLength: files.length, maxLength: files.length }),
        name,
        fc.constantFrom('UTF-8', 'ibm866', 'marked'),
        async (order, methods, folder, names) => {
          const entries = order.map(([file, data], at): RawEntry => ({
            name: encoded(`${folder}${file}`, names === 'ibm866' ? 'ibm866' : 'UTF-8'),
            data,
            isUtf8: names === 'marked',
            method: methods[at] ?? 8,
          }));
          assert.deepEqual(await problemsOf(rawZip(entries)), []);
        },
      ),
      { numRuns: 20 },
    );
  });

  test('OWN-02 an archive that was packed again is checked as before: by its manifest, hashes, kinds and names', async () => {
    const added = { name: utf8('k/extra.txt'), data: Buffer.from('x') };
    const inFolder = (name: string) => utf8(`k/${name}`);
    assert.deepEqual(await problemsOf(packed(inFolder, {}, [added])), [['extra.txt', 'unlisted']]);
    const beside = { name: utf8('other/extra.txt'), data: Buffer.from('x') };
    assert.deepEqual((await problemsOf(packed(inFolder, {}, [beside])))[0], ['manifest.json', 'missing']);
    const [first] = files;
    const twice = { name: utf8(`k\\${first?.[0]}`), data: Buffer.from('x') };
    assert.deepEqual(await problemsOf(packed(inFolder, {}, [twice])), [[`k/${first?.[0]}`, 'duplicate']]);
    const link = { name: utf8('k/link'), data: Buffer.from('x'), mode: 0o120777 };
    assert.deepEqual(await problemsOf(packed(inFolder, {}, [link])), [['k/link', 'link']]);
    for (const climbing of ['../x', '..\\x', 'k/../../x', '/x', 'C:\\x']) {
      assert.deepEqual(await problemsOf(packed(inFolder, {}, [empty(climbing)])), [['', 'bad_name']], climbing);
    }
    for (const values of [{ method: 9 }, { method: 14 }, { isEncrypted: true }]) {
      assert.equal((await problemsOf(packed(inFolder, values)))[0]?.[1], 'packing');
    }
    const without = files.filter(([name]) => name !== 'html/index.html');
    const missing = rawZip([
      ...without.map(([name, data]) => ({ name: inFolder(name), data })),
      { name: utf8('k/html/.DS_Store'), data: Buffer.from('x') },
    ]);
    assert.deepEqual(await problemsOf(missing), [['html/index.html', 'missing']]);
  });
});
