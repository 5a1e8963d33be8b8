/**
 * @typedef {{ version?: string, optional?: boolean, engines?: { node?: string }, optionalDependencies?: Record<string, string> }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock
 */

/**
 * Whether what npm recorded as installed is what the lock asks for. Optional packages (other platforms' binaries) may
 * be absent, but never at another version.
 * @param {Lock} lock package-lock.json
 * @param {Lock | null} installed node_modules/.package-lock.json, null when there is none
 */
export function matchesLock(lock, installed) {
  if (installed === null) return false;
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '') return true;
    const found = installed.packages[path];
    return found === undefined ? wanted.optional === true : found.version === wanted.version;
  });
}

/**
 * Why packages cannot be installed with this npm, in one sentence; null when they can.
 * @param {string | null} version what `npm --version` says, null when there is no npm
 * @param {string} wanted `engines.npm` of package.json, for instance '>=9'
 */
export function npmRefusal(version, wanted) {
  const least = wanted.replace(/\D+/g, '');
  const found = Number(/^(\d+)\./m.exec(version ?? '')?.[1]);
  if (found >= Number(least)) return null;
  return `Kabinet is installed with npm ${least} or newer, and ${Number.isNaN(found) ? 'none was found' : `this is npm ${found}`}.`;
}

/**
 * Optional packages that another one names and the lock does not list: npm leaves out what its registry did not carry on
 * the day, and `npm ci` then refuses the lock everywhere. An older version of the package that names them is complete.
 * @param {Lock} lock
 */
export function missingBinaries({ packages }) {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages || `${parent}/node_modules/${name}` in packages),
    ),
  );
}
