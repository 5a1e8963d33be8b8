export interface BackgroundWork {
  /** Begins now instead of at the next tick. */
  wake(): void;
  /** Aborts the signal and waits for the current run. */
  stop(): Promise<void>;
}

interface Pace {
  tickMs: number;
  /** Called with a failure; the next tick tries again. */
  failed: (error: unknown) => void;
}

/**
 * Runs `work` now, at each tick and when woken: never twice at the same time, and once more if it was woken during a
 * run.
 */
export function startWork(work: (signal: AbortSignal) => Promise<void>, { tickMs, failed }: Pace): BackgroundWork {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let again = false;
  const run = async (): Promise<void> => {
    do {
      again = false;
      await work(stopping.signal);
    } while (again && !stopping.signal.aborted);
  };
  const wake = (): void => {
    again = true;
    if (stopping.signal.aborted) return;
    running ??= run()
      .catch(failed)
      .finally(() => {
        running = null;
        // It may have been woken after the last check of `again`.
        if (again) wake();
      });
  };
  const ticks = setInterval(wake, tickMs).unref();
  wake();
  return {
    wake,
    async stop() {
      clearInterval(ticks);
      stopping.abort();
      await running;
    },
  };
}
