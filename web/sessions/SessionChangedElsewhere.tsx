import { SESSION_STATUS_LABEL } from '#domain/sessions/session.ts';
import { showDate } from '#web/format/dates.ts';
import { showDuration } from '#web/format/duration.ts';
import { isText, START } from '#web/sessions/session-form.ts';
import type { SessionForm } from '#web/sessions/session-form.ts';
import type { SessionEditing } from '#web/sessions/use-session-form.ts';
import { ChangedElsewhere } from '#web/ui/draft/ChangedElsewhere.tsx';
import { DeletedElsewhere } from '#web/ui/draft/DeletedElsewhere.tsx';

/** 'time' is told together with the date. */
const WHAT: Record<Exclude<keyof SessionForm, 'time'>, string> = {
  date: 'дата и\u00A0время',
  duration: 'продолжительность',
  status: 'статус',
  news: 'новости клиента',
  thoughts: 'мысли о\u00A0сессии',
};

/** What happened to the session elsewhere while it is edited here. */
export function SessionChangedElsewhere({ editing }: { editing: SessionEditing }) {
  const { draft, stored, values } = editing;
  if (editing.deleted) {
    const text = [values.news, values.thoughts].filter(Boolean).join('\n\n');
    return (
      <DeletedElsewhere title="Эту сессию удалили в&nbsp;другом месте." text={text}>
        Сохранить изменения больше некуда. Введённое можно скопировать.
      </DeletedElsewhere>
    );
  }
  return draft.elsewhere
    .filter((field) => field !== 'time')
    .map((field) => {
      const fields = START.includes(field) ? START : [field];
      return (
        <ChangedElsewhere
          key={field}
          what={WHAT[field]}
          now={show(stored, field)}
          onMine={() => draft.insist(fields)}
          onTheirs={() => draft.keepOnly((other) => !fields.includes(other))}
          onBoth={isText(field) ? () => draft.join(field) : undefined}
        />
      );
    });
}

function show(stored: SessionForm, field: Exclude<keyof SessionForm, 'time'>): string {
  if (field === 'date') return `${showDate(Temporal.PlainDate.from(stored.date))} ${stored.time}`;
  if (field === 'duration') return showDuration(Number(stored.duration));
  if (field === 'status') return SESSION_STATUS_LABEL[stored.status];
  return stored[field];
}
