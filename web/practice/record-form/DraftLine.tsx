import { Button } from '@mantine/core';
import { showDayAndMonth, showTime } from '#web/ground/format/dates.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import classes from '#web/practice/record-form/DraftLine.module.css';
import type { DraftStore } from '#web/practice/record-form/draft-store.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { readToday } from '#web/ground/browser/clock.ts';

export interface DraftLineProps<Form extends object> {
  draft: DraftStore<Form>;
  className?: string | undefined;
}

/**
 * Shows when the draft was last stored, or offers the draft that a closed tab has left. Its space is reserved, because
 * no button must move under a press.
 */
export function DraftLine<Form extends object>(props: DraftLineProps<Form>) {
  const { draft } = props;
  const timeZone = useTimeZone();
  const kept = draft.keptAt && `Черновик сохранён в\u00A0${showTime(draft.keptAt.toZonedDateTimeISO(timeZone))}`;
  return <Line {...props} words={draft.refused ? ENDS_WITH_FORM : draft.endsWithTab ? ENDS_WITH_TAB : kept} />;
}

/** The same for a form whose draft survives a reload, but not navigation to another screen. */
export function UnsavedLine<Form extends object>(props: DraftLineProps<Form>) {
  return <Line {...props} words={props.draft.keptAt && 'Изменения ещё не\u00A0сохранены'} />;
}

export const ENDS_WITH_TAB = 'Черновик живёт, пока открыта вкладка';
const ENDS_WITH_FORM = 'Черновик живёт, пока открыта форма';

function Line<Form extends object>({
  draft,
  className = 'small secondary',
  words,
}: DraftLineProps<Form> & { words: string | null }) {
  const { leftAt } = draft;
  const timeZone = useTimeZone();
  return (
    <p aria-live="polite" className={className}>
      {leftAt ? <LeftDraft draft={draft} at={leftAt.toZonedDateTimeISO(timeZone)} /> : (words ?? '\u00A0')}
    </p>
  );
}

/** Only offered, never applied automatically, because another window may still be using it. */
function LeftDraft<Form extends object>({ draft, at }: { draft: DraftStore<Form>; at: Temporal.ZonedDateTime }) {
  const today = readToday(at.timeZoneId).equals(at.toPlainDate());
  const drop = () => {
    const back = draft.dropLeft();
    toast.info('Черновик удалён', { undo: { text: 'Вернуть', onPress: back } });
  };
  return (
    <span className={classes.left}>
      Есть несохранённый черновик, {today ? '' : `${showDayAndMonth(at.toPlainDate())}, `}
      {showTime(at)}
      <span className="nowrap">
        <Button variant="subtle" size="compact-sm" onClick={() => draft.takeLeft()}>
          Вернуть
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={drop}>
          Удалить
        </Button>
      </span>
    </span>
  );
}
