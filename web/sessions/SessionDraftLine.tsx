import { showTime } from '#web/format/dates.ts';
import classes from '#web/sessions/SessionForm.module.css';
import type { SessionEditing } from '#web/sessions/use-session-form.ts';

/** When the texts were last kept, quietly. */
export function SessionDraftLine({ editing }: { editing: SessionEditing }) {
  const { step, keptAt, timeZone } = editing;
  if (step === 1 || !keptAt) return null;
  return (
    <p role="status" className={classes.draft}>
      Черновик сохранён в {showTime(keptAt.toZonedDateTimeISO(timeZone))}
    </p>
  );
}
