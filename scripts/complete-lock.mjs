/** Lists other platforms' binaries in package-lock.json where npm left them out. Run by hand after adding a package. */
import { readFile, writeFile } from 'node:fs/promises';
import { missingBinaries } from './lib-lock.mjs';
import { inProject, runAsScript } from './lib-project.mjs';

await runAsScript(import.meta.url, async () => {
  const file = inProject('package-lock.json');
  const lock = JSON.parse(await readFile(file, 'utf8'));
  const missing = missingBinaries(lock);
  const packages = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1));
  await writeFile(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`);
  console.log(`${Object.keys(missing).length} packages added to package-lock.json.`);
});
