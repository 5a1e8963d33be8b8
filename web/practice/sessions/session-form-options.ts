import type { SessionRecord, SessionTimeRecord } from '#web/practice/sessions/queries.ts';
import type { SavedTexts, SessionForm } from '#web/practice/sessions/session-form.ts';

/** What a screen gives to the form of a session. */
export interface SessionFormOptions {
  /** Distinguishes the drafts of this tab. */
  name: string;
  /** The edited session; null while it loads, and for a new one. */
  session: SessionRecord | null;
  /** The client of a new session; absent when editing. */
  client?: string;
  /** The client's last session, whose weekday, time and length a new one can take. */
  last?: SessionTimeRecord | null;
  /** The initial day and time of a new session. */
  wish?: { date?: string; time?: string };
  /** Deleted elsewhere while its form is open. */
  deleted?: boolean;
  timeZone: string;
  /** False while the form is not shown. */
  opened?: boolean;
  /** Opens on step 2 with «Состоялась» chosen (SESSION-13). */
  write?: boolean;
  /** Which texts the screen saves. */
  texts?: SavedTexts;
  /**
   * `shown` is false when the person left during the save; `made` counts the sessions of a new series, and with `said`
   * the result is shown already.
   */
  onSaved: (values: SessionForm, shown: boolean, made: number | null, said: boolean) => void;
  /** Shows any failure except a taken time. */
  onFailure: (error: unknown, form: string | null) => void;
}
