import { type Family, gauge } from '#server/operation/metrics/exposition.ts';

/** Returns what Prometheus asks of every program, under its own names. */
export function processFamilies(): Family[] {
  const { user, system } = process.cpuUsage();
  return [
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'Work of the processor.',
      samples: [{ value: (user + system) / 1e6 }],
    },
    gauge('process_resident_memory_bytes', 'Memory in use.', process.memoryUsage.rss()),
    gauge('process_start_time_seconds', 'When this process started.', Math.round(performance.timeOrigin / 1000)),
  ];
}
