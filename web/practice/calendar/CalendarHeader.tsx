import { ActionIcon, Button } from '@mantine/core';
import { IconCalendarDot, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import type { CalendarView } from '#web/practice/calendar/calendar-days.ts';
import classes from '#web/practice/calendar/CalendarHeader.module.css';
import { ZoneNotice } from '#web/practice/own-profile/ZoneNotice.tsx';
import { AddButton } from '#web/ui/page/AddButton.tsx';
import { Segments } from '#web/ui/page/Segments.tsx';

const MonthChoice = lazyPart(async () => (await import('#web/practice/calendar/MonthChoice.tsx')).MonthChoice, {
  coming: null,
});

const VIEWS: { value: CalendarView; label: string }[] = [
  { value: 'day', label: 'День' },
  { value: 'week', label: 'Неделя' },
  { value: 'month', label: 'Месяц' },
];

const NEIGHBOURS: Record<CalendarView, { previous: string; next: string }> = {
  day: { previous: 'Предыдущий день', next: 'Следующий день' },
  week: { previous: 'Предыдущая неделя', next: 'Следующая неделя' },
  month: { previous: 'Предыдущий месяц', next: 'Следующий месяц' },
};

interface CalendarHeaderProps {
  /** The shown days in words. */
  title: string;
  /** The year of the shown day. */
  month: Temporal.PlainYearMonth;
  view: CalendarView;
  /** The unit by which the arrows move. */
  step: CalendarView;
  onView: (view: CalendarView) => void;
  onStep: (direction: 1 | -1) => void;
  onMonth: (month: Temporal.PlainYearMonth) => void;
  onToday: () => void;
  /** The chosen day in day view, on which a new session is planned. */
  chosen: Temporal.PlainDate | null;
}

/** The shown period and the controls to change it (CAL-01). */
export function CalendarHeader({
  title,
  month,
  view,
  step,
  onView,
  onStep,
  onMonth,
  onToday,
  chosen,
}: CalendarHeaderProps) {
  const { previous, next } = NEIGHBOURS[step];
  const [choosing, setChoosing] = useState(false);
  const wasOpen = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setChoosing(false);
    button.current?.focus();
  };
  return (
    <header className={`screen-only ${classes.header}`}>
      <div className={classes.place}>
        <h1 aria-live="polite" className={classes.title}>
          <button
            type="button"
            ref={button}
            className={classes.choose}
            aria-haspopup="dialog"
            aria-expanded={choosing}
            onPointerDown={() => {
              // The press closes an open choice before the click, which would open it again.
              wasOpen.current = choosing;
            }}
            // While the focus is still on the button.
            onKeyDown={({ key }) => key === 'Escape' && choosing && close()}
            onClick={({ detail }) => setChoosing(detail === 0 ? !choosing : !wasOpen.current)}
          >
            {title}
          </button>
        </h1>
        {choosing && (
          <MonthChoice
            opened
            month={month}
            onChoose={(chosenMonth) => {
              close();
              onMonth(chosenMonth);
            }}
            onClose={close}
          />
        )}
        <div className={classes.arrows}>
          <ActionIcon aria-label={previous} onClick={() => onStep(-1)}>
            <IconChevronLeft aria-hidden size={20} stroke={1.6} />
          </ActionIcon>
          <ActionIcon aria-label={next} onClick={() => onStep(1)}>
            <IconChevronRight aria-hidden size={20} stroke={1.6} />
          </ActionIcon>
        </div>
        <Button variant="default" className={classes.today ?? ''} onClick={onToday}>
          <IconCalendarDot aria-hidden className={classes.icon} size={22} stroke={1.6} />
          <span className={classes.words}>Сегодня</span>
        </Button>
      </div>
      <div className={classes.actions}>
        <Segments label="Вид календаря" choices={VIEWS} value={view} onChange={onView} />
        <AddButton
          link={{ to: '/dashboard/sessions/new', ...(chosen && { search: { date: chosen.toString(), view } }) }}
        >
          Новая сессия
        </AddButton>
      </div>
      <p className={classes.zone}>
        <ZoneNotice />
      </p>
    </header>
  );
}
