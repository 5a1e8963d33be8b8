import { useEffect, useRef, useState } from 'react';
import type { Attempt } from '#web/api/create-once.ts';
import {
  type ChangedFields,
  changedElsewhere,
  type FormShape,
  joined,
  leftAfter,
  lettersTyped,
  only,
  overStored,
  stillChanged,
  withTyped,
} from '#web/api/changed-fields.ts';
import { type Draft, isChangedFields, readDraft, removeDraft, writeDraft } from '#web/api/drafts.ts';
import { newRecordId } from '#web/browser/record-id.ts';
import { isReloading } from '#web/api/reload.ts';
import { sealing } from '#web/api/sealing.ts';

const AFTER_TYPING = 400;

/** Less than this is typed again sooner than a question is answered. */
const WORTH_ASKING = 30;

/** What was sent to be stored, and what stands there since. */
export interface Sent<Form> {
  sent: Form;
  now: Form;
}

export interface Drafting<Form extends object> {
  /** What stands in the form: what is stored, and what was typed here over it. */
  values: Form;
  /** What stands in the form at once, also in the event that changed it and while it is being sent. */
  now: () => Form;
  /** True while something was typed that is not stored, in any of the fields or in those that count. Read at once. */
  isUnsaved: (counts?: (field: keyof Form) => boolean) => boolean;
  /** More was written than anybody likes to write twice. */
  isLong: () => boolean;
  /** The fields that were changed here and elsewhere meanwhile: only the person can decide which of both stays. */
  elsewhere: (keyof Form)[];
  /**
   * What is to be saved over what has just been read, which the screen need not show yet; null while there is something
   * to decide on.
   */
  over: (newest: Form) => Form | null;
  /** Begins, or repeats, the creation of what stands in the form: of one record, until that is stored or left. */
  attempt: () => Attempt & { sent: Form };
  /**
   * Sends, and sends again what was typed meanwhile, so that a form is closed over nothing but what is stored. False
   * when `pass` answers null: there is something to mend or to decide on.
   */
  send: (pass: () => Promise<Sent<Form> | null>) => Promise<boolean>;
  /** Forgets what was stored. False when something was typed since it was sent, which stays. */
  saved: (stored: Sent<Form>) => boolean;
  /** What was typed is to replace what stands in these fields now. */
  insist: (fields: readonly (keyof Form)[]) => void;
  /** Puts what was typed below what stands in this field of text now, so that neither is lost. */
  join: (field: keyof Form) => void;
  /** Forgets what was typed but for the fields for which `kept` is true. */
  keepOnly: (kept: (field: keyof Form) => boolean) => void;
  /** The form is left with the fields for which `kept` is true; what is made of them later is another record. */
  leave: (kept: (field: keyof Form) => boolean) => void;
  /** When what is typed was last kept; null while it equals what is stored, or could not be kept. */
  keptAt: Temporal.Instant | null;
  /** The browser keeps no drafts: what is typed lasts as long as the form. */
  refused: boolean;
  change: (part: Partial<Form>) => void;
  /** Forgets the draft: it was saved, or is not wanted. */
  forget: () => void;
}

interface DraftOptions<Form extends object> extends FormShape<Form> {
  /** Tells forms apart. */
  name: string;
  /** What is saved, or what a new record begins with. */
  stored: Form;
  /** False for what is not stored anywhere yet, so that nobody else can have changed it. */
  shared: boolean;
  /** False while the form is not to be seen: then nobody is asked before leaving the page. */
  opened?: boolean;
}

/**
 * The fields of a form, which survive a reload of the tab; the form is drawn by `withDrafts`. Fields that were not touched follow what is stored, whoever
 * changes it; touched ones stay as they were typed.
 */
export function useDraft<Form extends object>(options: DraftOptions<Form>): Drafting<Form> {
  const { name, stored, isFields, together = [], shared, opened = true } = options;
  const [draft, setDraft] = useState<Draft<ChangedFields<Form>> | null>(() =>
    readDraft(name, isChangedFields(isFields)),
  );
  // A form that began without the key has not seen what is kept of it, and leaves that alone.
  const [keeps] = useState(() => sealing() === 'open');
  const [keptAt, setKeptAt] = useState<Temporal.Instant | null>(() => draft?.keptAt ?? null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Two changes, or a change and a decision, of one event stand on one another and not on what is drawn.
  const latest = useRef(draft);
  // What was typed since the values that are on their way were taken.
  const since = useRef<Partial<Form>>({});
  const [firstId] = useState(() => draft?.id ?? newRecordId());
  const newId = useRef(firstId);
  const tried = useRef(Boolean(draft?.id));
  const [refused, setRefused] = useState(false);
  const changesOf = (from: Draft<ChangedFields<Form>> | null) =>
    stillChanged(from?.values ?? NOTHING, stored, together);
  const shown = changesOf(draft);
  const unsaved = !isEmpty(shown.typed);
  const asking = unsaved && opened;

  useEffect(() => {
    if (!asking) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (refused || !isReloading()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [asking, refused]);

  const write = (kept: Draft<ChangedFields<Form>>) => keeps && writeDraft(name, kept);
  const keep = (values: ChangedFields<Form>) => {
    clearTimeout(timer.current);
    if (isEmpty(values.typed)) {
      latest.current = null;
      if (keeps) removeDraft(name);
      setDraft(null);
      setKeptAt(null);
      setRefused(false);
      return;
    }
    const kept = { id: tried.current ? newId.current : null, keptAt: Temporal.Now.instant(), values };
    latest.current = kept;
    // Kept at once, told after typing: a reload or a sign-out in the middle of a word finds nothing half done.
    const written = write(kept);
    setRefused(!written);
    setDraft(kept);
    if (written) timer.current = setTimeout(() => setKeptAt(kept.keptAt), AFTER_TYPING);
    else setKeptAt(null);
  };
  const renew = () => {
    tried.current = false;
    newId.current = newRecordId();
  };
  const forget = () => {
    renew();
    keep(NOTHING);
  };
  const now = (): Form => ({ ...stored, ...changesOf(latest.current).typed });
  const saved = (done: Sent<Form>): boolean => {
    const { typed, base } = latest.current?.values ?? NOTHING;
    const later = leftAfter({ typed: since.current, base: {} }, done, together);
    if (shared) keep(leftAfter({ typed: { ...typed, ...since.current }, base }, done, together));
    else if (isEmpty(later.typed)) forget();
    return isEmpty(later.typed);
  };

  return {
    values: { ...stored, ...shown.typed },
    now,
    isUnsaved: (counts = () => true) => !isEmpty(only(changesOf(latest.current), counts).typed),
    isLong: () => lettersTyped(changesOf(latest.current)) >= WORTH_ASKING,
    elsewhere: shared ? changedElsewhere(shown, stored, together) : [],
    over: (newest) => {
      since.current = {};
      const changes = latest.current?.values ?? NOTHING;
      if (changedElsewhere(changes, newest, together).length > 0) return null;
      return { ...newest, ...stillChanged(changes, newest, together).typed };
    },
    attempt: () => {
      const again = tried.current;
      since.current = {};
      tried.current = true;
      if (latest.current) write({ ...latest.current, id: newId.current });
      return { id: newId.current, again, sent: now() };
    },
    send: async (pass) => {
      for (;;) {
        const done = await pass();
        if (!done) return false;
        if (saved(done)) return true;
      }
    },
    saved,
    insist: (fields) => keep(overStored(changesOf(latest.current), fields, stored)),
    join: (field) => keep(joined(changesOf(latest.current), field, stored)),
    keepOnly: (kept) => keep(only(changesOf(latest.current), kept)),
    leave: (kept) => {
      renew();
      keep(refused ? NOTHING : only(changesOf(latest.current), kept));
    },
    keptAt: unsaved ? keptAt : null,
    refused,
    change: (part) => {
      since.current = { ...since.current, ...part };
      keep(withTyped(changesOf(latest.current), part, stored, together));
    },
    forget,
  };
}

const NOTHING = { typed: {}, base: {} };

function isEmpty(fields: object): boolean {
  return Object.keys(fields).length === 0;
}
