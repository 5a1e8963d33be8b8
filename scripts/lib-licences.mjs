/** Where the text of one package begins in what the build writes of all. */
const PACKAGE = /^(?=## \S+ - \d)/m;

/**
 * One text of all licences: the product's own, of the packages that are built in, each once, and of Node.
 * @param {string} own
 * @param {string[]} built what each build says of its packages
 * @param {string} nodes
 */
export function mergeLicences(own, built, nodes) {
  const packages = new Set(built.flatMap((text) => text.split(PACKAGE).slice(1)).map((text) => text.trim()));
  const sections = [...packages].sort().map((text) => `${text}\n`);
  return ['# Kabinet\n', own, '\n# Packages that are built in\n', ...sections, '\n# Node.js\n', nodes].join('\n');
}
