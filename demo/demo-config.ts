import { type Config, readConfig } from '#server/ground/config/config.ts';

/**
 * Reads the demo's configuration: for this machine only, with its own data and no letters, since the recipients do not
 * exist. Other variables of the environment or a .env file belong to the real program.
 */
export function readDemoConfig(dataDir: string, env: NodeJS.ProcessEnv = process.env): Config {
  const { PORT, LOG_LEVEL, TRUST_PROXY } = env;
  return readConfig({ HOST: '127.0.0.1', PORT, LOG_LEVEL, TRUST_PROXY, DATA_DIR: dataDir });
}
