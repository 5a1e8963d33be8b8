import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readConfig } from '#server/ground/config/config.ts';
import { startServer } from '#server/start-server.ts';

// Runs the server in a process that measures its event loop. It replies to every message with the delays in
// milliseconds since the last one.

const delay = monitorEventLoopDelay({ resolution: 1 });
const server = await startServer(readConfig(), 'no-web');
process.on('message', () => {
  process.send?.({ longest: delay.max / 1e6, p99: delay.percentile(99) / 1e6 });
  delay.reset();
});
process.on('disconnect', () => void server.stop());
delay.enable();
process.send?.({ url: server.url });
