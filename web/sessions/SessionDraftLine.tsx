import classes from '#web/sessions/SessionForm.module.css';
import type { SessionEditing } from '#web/sessions/use-session-form.ts';
import { DraftLine } from '#web/record-form/DraftLine.tsx';

/** When what stands in the form was last kept. */
export function SessionDraftLine({ editing }: { editing: SessionEditing }) {
  return <DraftLine className={classes.draft} keptAt={editing.draft.keptAt} timeZone={editing.timeZone} />;
}
