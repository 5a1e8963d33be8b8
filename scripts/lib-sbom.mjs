/**
 * @typedef {{ 'bom-ref': string, name: string, version: string, properties?: { name: string, value: string }[],
 *   hashes?: { alg: string, content: string }[] }} Component
 * @typedef {{ bomFormat: string, metadata: { component: Component }, components: Component[],
 *   dependencies: { ref: string, dependsOn: string[] }[] }} Sbom
 */

/** What npm calls a package that only development needs. */
const DEVELOPMENT = 'cdx:npm:package:development';
const IMPORT = /(?:from|import)\s*\(?'((?:@[\w.-]+\/)?[\w.-]+)[^']*'/g;

/**
 * The packages that a source names, relative files and our own rooms aside.
 * @param {string} source
 */
export function importedPackages(source) {
  return [...source.matchAll(IMPORT)]
    .map(([, name]) => /** @type {string} */ (name))
    .filter((name) => !/^\.|^node$/.test(name));
}

/**
 * The list of what the product is made of: what production installs, and what the build puts into the pages, with all
 * that these need. npm marks the latter as packages of development, which they are to npm alone.
 * @param {Sbom} all what npm says of every package in the lock
 * @param {ReadonlySet<string>} bundled names of the packages that the pages import
 * @returns {Sbom}
 */
export function productOnly(all, bundled) {
  const needs = new Map(all.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const isDevelopment = (/** @type {Component} */ { properties = [] }) =>
    properties.some(({ name }) => name === DEVELOPMENT);
  /** @type {Set<string>} */
  const kept = new Set();
  const keep = (/** @type {string} */ ref) => {
    if (kept.has(ref)) return;
    kept.add(ref);
    for (const next of needs.get(ref) ?? []) keep(next);
  };
  const direct = new Set(needs.get(all.metadata.component['bom-ref']));
  for (const component of all.components) {
    if (!isDevelopment(component) || (direct.has(component['bom-ref']) && bundled.has(component.name))) {
      keep(component['bom-ref']);
    }
  }
  const only = (/** @type {string[]} */ refs) => refs.filter((ref) => kept.has(ref));
  return {
    ...all,
    components: all.components
      .filter((component) => kept.has(component['bom-ref']))
      .map(({ properties = [], ...component }) => ({
        ...component,
        properties: properties.filter(({ name }) => name !== DEVELOPMENT),
      })),
    dependencies: all.dependencies
      .filter(({ ref }) => kept.has(ref) || ref === all.metadata.component['bom-ref'])
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: only(dependsOn) })),
  };
}
