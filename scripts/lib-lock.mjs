/**
 * @typedef {{ version?: string, optional?: boolean, dev?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   optionalDependencies?: Record<string, string> }} LockedPackage
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

const PLATFORM = /(android|darwin|freebsd|linux|openharmony|win32)-([a-z\d]+)(?:-([a-z]+))?$/;

/**
 * Other platforms' binaries that the lock names as optional but does not list: npm leaves out what its registry did not
 * carry on the day, and `npm ci` then refuses the lock everywhere.
 * @param {Lock} lock
 * @returns {Record<string, LockedPackage>} by their path in the lock
 */
export function missingBinaries(lock) {
  /** @type {Record<string, LockedPackage>} */
  const missing = {};
  for (const [parent, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const path = `node_modules/${name}`;
      if (path in lock.packages || `${parent}/${path}` in lock.packages) continue;
      const [, os, cpu, abi = ''] = PLATFORM.exec(name) ?? [];
      if (os === undefined || cpu === undefined) throw new Error(`${name} names no platform.`);
      const libc = os === 'linux' ? { libc: [abi.startsWith('musl') ? 'musl' : 'glibc'] } : {};
      missing[path] = { version, cpu: [cpu], ...(dev && { dev }), ...libc, optional: true, os: [os] };
    }
  }
  return missing;
}
