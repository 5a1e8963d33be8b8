/** Before each test file: "today" stays the same day in Moscow and UTC from its first test to its last. */
const DAY_MS = 86_400_000;
const MOSCOW_AHEAD_MS = 3 * 3_600_000;
/** Longer than any file takes on a busy machine. */
const LONGEST_FILE_MS = 150_000;
/** A server's clock and a browser's are the same machine's; timers may fire a little early. */
const AFTER_MS = 2_000;

/** @param {number} now milliseconds since 1970 */
export function pauseBeforeTests(now) {
  const left = [0, MOSCOW_AHEAD_MS].map((ahead) => DAY_MS - ((now + ahead) % DAY_MS));
  const next = Math.min(...left);
  return next <= LONGEST_FILE_MS ? next + AFTER_MS : 0;
}
