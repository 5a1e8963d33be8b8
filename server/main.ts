import { join } from "node:path";
import { ConfigError, readConfig } from "#server/config.ts";
import { StartError } from "#server/db/start-error.ts";
import { startServer } from "#server/start-server.ts";

const WEB_FOLDER = join(import.meta.dirname, "../dist/web");
const LAST_RESORT_MS = 12_000;

try {
  const server = await startServer(readConfig(), WEB_FOLDER);
  process.stdout.write(`Kabinet is ready: ${server.url}\n`);
  const stop = (): void => {
    process.off("SIGINT", stop).off("SIGTERM", stop);
    setTimeout(() => process.exit(1), LAST_RESORT_MS).unref();
    void server.stop();
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
