/** `npm run sbom`: what the product is made of, Node included, as a CycloneDX file in `dist`. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { listFiles } from './lib-files.mjs';
import { capture } from './lib-process.mjs';
import { ScriptError, inProject, runAsScript } from './lib-project.mjs';
import { importedPackages, productOnly } from './lib-sbom.mjs';

export async function makeSbom() {
  const options = ['--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const { ok, output } = await capture('npm', ['sbom', ...options, '--loglevel=error']);
  const json = output.slice(output.indexOf('{'));
  if (!ok) throw new ScriptError(`npm could not make the list, which needs npm 10 or newer:\n${output}`);
  const pages = (await listFiles(['web', 'domain'])).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  const sources = await Promise.all(pages.map((file) => readFile(inProject(file), 'utf8')));
  const { name, version } = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
  // npm calls the product as its folder is called.
  const folder = JSON.parse(json).metadata.component['bom-ref'];
  const all = JSON.parse(json.replaceAll(`"${folder}"`, `"${name}@${version}"`));
  Object.assign(all.metadata.component, { name, purl: `pkg:npm/${name}@${version}` });
  return productOnly(all, new Set(sources.flatMap(importedPackages)));
}

await runAsScript(import.meta.url, async () => {
  const file = inProject('dist', 'kabinet.cdx.json');
  const sbom = await makeSbom();
  await mkdir(inProject('dist'), { recursive: true });
  await writeFile(file, `${JSON.stringify(sbom, null, 2)}\n`);
  console.log(`${sbom.components.length} packages are listed in ${file}`);
});
