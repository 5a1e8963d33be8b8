/** Loaded into each test file: one whose process goes on after its tests fails, and says what keeps it alive. */
import { after } from 'node:test';

const END_WITHIN_MS = Number(process.env.TEST_END_WITHIN_MS ?? 60_000);

after(() => {
  setTimeout(() => {
    process.stderr.write(`Still alive after the tests: ${process.getActiveResourcesInfo().join(', ')}\n`);
    process.exit(1);
  }, END_WITHIN_MS).unref();
});
