/**
 * @typedef {{ packages: Record<string, { version?: string, optional?: boolean }> }} Lock
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
