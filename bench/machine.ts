import { cpus } from 'node:os';

/** Where figures were measured. */
export function machine(): string {
  const [cpu] = cpus();
  const { version, versions, platform } = process;
  const apart =
    process.env['SERVER_CORE'] === undefined ? 'on the same cores' : 'servers on one core, the load on another';
  return `${cpus().length} cores, ${cpu?.model ?? 'unknown'}, ${platform}; Node ${version}, SQLite ${versions['sqlite']}; ${apart}`;
}
