import { isLeftOut, showAllSkipped, type Skip } from '#web/practice/series/skips.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** The job skips several occurrences at once, and their events arrive in a burst. In milliseconds. */
const DEBOUNCE_MS = 400;

let gathered: Skip[] = [];

/** Shows a toast for what the job that extends series has skipped; accepts every record of `series_skips`. */
export function notifyOfSkip(record: Record<string, unknown>): void {
  if (!isLeftOut(record)) return;
  if (gathered.length === 0) setTimeout(show, DEBOUNCE_MS);
  gathered.push(record);
}

function show(): void {
  toast.info(showAllSkipped(gathered));
  gathered = [];
}
