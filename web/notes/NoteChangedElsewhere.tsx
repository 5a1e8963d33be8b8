import type { Drafting } from '#web/api/use-draft.ts';
import { showDate } from '#web/format/dates.ts';
import type { NoteInput } from '#web/notes/queries.ts';
import { ChangedElsewhere } from '#web/ui/draft/ChangedElsewhere.tsx';

const WHAT: Record<keyof NoteInput, string> = { date: 'дата', title: 'заголовок', content: 'текст' };

interface NoteChangedElsewhereProps {
  draft: Drafting<NoteInput>;
  /** What stands there now. */
  stored: NoteInput;
}

/** What of a note was changed here and in another window alike. */
export function NoteChangedElsewhere({ draft, stored }: NoteChangedElsewhereProps) {
  return draft.elsewhere.map((field) => (
    <ChangedElsewhere
      key={field}
      what={WHAT[field]}
      now={field === 'date' ? showDate(Temporal.PlainDate.from(stored.date)) : stored[field]}
      onMine={() => draft.insist([field])}
      onTheirs={() => draft.keepOnly((other) => other !== field)}
      onBoth={field === 'content' ? () => draft.join(field) : undefined}
    />
  ));
}
