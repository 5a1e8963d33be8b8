import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { capture } from './lib-process.mjs';
import { inProject } from './lib-project.mjs';

interface Planted {
  /** Where the import stands; `*` becomes a number, so that every case has a file of its own. */
  file: string;
  imports: string;
  /** The part of the message that names the right room; null where the import is allowed. */
  advice: string | null;
}

const planted: Planted[] = [
  { file: 'domain/clients/case-*.ts', imports: '#server/practice/clients/collection.ts', advice: 'belongs in server/' },
  {
    file: 'domain/clients/case-*.ts',
    imports: '../../server/practice/clients/collection.ts',
    advice: 'belongs in server/',
  },
  { file: 'domain/case-*.ts', imports: '../server/app.ts', advice: 'belongs in server/' },
  { file: 'domain/clients/case-*.ts', imports: '#web/practice/clients/ClientCard.tsx', advice: 'belongs in web/' },
  { file: 'domain/clients/case-*.ts', imports: './../../web/practice/clients/queries.ts', advice: 'belongs in web/' },
  { file: 'domain/clients/case-*.ts', imports: 'node:fs', advice: 'belongs in server/' },
  { file: 'domain/clients/case-*.ts', imports: 'react', advice: 'belong in web/' },
  { file: 'domain/clients/case-*.ts', imports: 'kysely', advice: 'belong in server/' },
  { file: 'domain/clients/case-*.test.ts', imports: '#server/app.ts', advice: 'tested in server/' },
  {
    file: 'server/practice/clients/case-*.ts',
    imports: '#web/practice/clients/queries.ts',
    advice: 'belongs in domain/',
  },
  {
    file: 'server/practice/clients/case-*.ts',
    imports: '../../web/practice/clients/queries.ts',
    advice: 'belongs in domain/',
  },
  {
    file: 'server/practice/clients/case-*.test.ts',
    imports: '#web/practice/clients/queries.ts',
    advice: 'belongs in domain/',
  },
  {
    file: 'web/practice/clients/case-*.ts',
    imports: '#server/practice/clients/collection.ts',
    advice: 'belongs in domain/',
  },
  {
    file: 'web/practice/clients/Case*.tsx',
    imports: '../../server/practice/clients/collection.ts',
    advice: 'belongs in domain/',
  },
  { file: 'web/practice/clients/case-*.ts', imports: 'node:crypto', advice: 'belongs in server/' },
  { file: 'web/practice/clients/case-*.test.ts', imports: '#server/app.ts', advice: 'belongs in e2e/' },

  { file: 'domain/clients/case-*.ts', imports: '#domain/sessions/session.ts', advice: null },
  { file: 'domain/clients/case-*.test.ts', imports: 'node:test', advice: null },
  { file: 'server/practice/clients/case-*.ts', imports: '#domain/clients/client.ts', advice: null },
  { file: 'server/practice/clients/case-*.ts', imports: '../sessions/collection.ts', advice: null },
  { file: 'server/practice/clients/case-*.ts', imports: 'node:fs', advice: null },
  { file: 'web/practice/clients/case-*.ts', imports: '#domain/clients/client.ts', advice: null },
  { file: 'web/practice/clients/case-*.test.ts', imports: 'node:test', advice: null },
];

describe('the rooms import in one direction', () => {
  const cases = planted.map((one, index) => ({ ...one, path: one.file.replace('*', String(index)) }));
  let folder: string;
  let findings: Finding[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kabinet-boundaries-'));
    await copyFile(inProject('.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    for (const { path, imports } of cases) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), `import { thing } from '${imports}';\nexport const other = [thing];\n`);
    }
    const { output } = await capture('oxlint', ['--format=json'], { cwd: folder });
    findings = (JSON.parse(output) as { diagnostics: Finding[] }).diagnostics;
  });
  after(() => rm(folder, { recursive: true }));

  for (const { path, imports, advice } of cases) {
    test(`${path} ${advice === null ? 'may' : 'may not'} import ${imports}`, () => {
      const found = findings.filter(({ filename }) => filename === path);
      assert.deepEqual(
        found.map(({ code }) => code),
        advice === null ? [] : ['eslint(no-restricted-imports)'],
      );
      if (advice !== null) assert.ok(found[0]?.help.includes(advice), JSON.stringify(found));
    });
  }
});

interface Finding {
  code: string;
  filename: string;
  help: string;
}
