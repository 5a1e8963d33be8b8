import { isLeftOut, showAllSkipped, type Skip } from '#web/practice/series/skips.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** The job leaves out several occurrences in one go; their events come in a burst. In milliseconds. */
const DEBOUNCE_MS = 400;

let gathered: Skip[] = [];

/** Notifies of what the job that extends series has left out; takes every record of `series_skips`. */
export function notifyOfSkip(record: Record<string, unknown>): void {
  if (!isLeftOut(record)) return;
  if (gathered.length === 0) setTimeout(show, DEBOUNCE_MS);
  gathered.push(record);
}

function show(): void {
  toast.info(showAllSkipped(gathered));
  gathered = [];
}
