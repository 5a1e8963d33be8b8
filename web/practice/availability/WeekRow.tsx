import { lastStart } from '#domain/availability/last-start.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { memo, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { DayOfWeek, WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { barSpans, problemOf, showDay, suggestBreak, tidy, weekdayName } from '#web/practice/availability/week-form.ts';
import classes from '#web/practice/availability/WeekRow.module.css';
import { Switch } from '#web/ui/form/Switch.tsx';
import { readWallEnd, readWallTime } from '#domain/time/wall-time.ts';
import { TypedTime } from '#web/ui/form/TypedTime.tsx';

/** More breaks fit neither on the screen nor in a working day. */
const MOST_BREAKS = 4;

interface WeekRowProps {
  day: WeekdayHours;
  /** Whether Monday's hours can be copied to it: only if they differ. */
  copies: boolean;
  onChange: (day: WeekdayHours) => void;
  onCopy: (day: DayOfWeek) => void;
}

/**
 * One weekday: switch, hours, breaks, and the bar that displays them. Typing in one row does not re-render the others.
 */
export const WeekRow = memo(function WeekRow({ day, copies, onChange, onCopy }: WeekRowProps) {
  const errorId = useId();
  const name = weekdayName(day.day_of_week as DayOfWeek);
  const problem = problemOf(day);
  const last = problem || !day.is_available ? null : lastStart(tidy(day));
  const described = problem ? { describedBy: errorId } : {};
  const hours = useRef<HTMLDivElement>(null);
  const setBreaks = (breaks: WeekdayHours['breaks']) => {
    flushSync(() => onChange({ ...day, breaks }));
    // The pressed button may be removed with its row; then the last button, which adds a break, gets the focus.
    if (document.activeElement === document.body)
      [...(hours.current?.querySelectorAll('button') ?? [])].at(-1)?.focus();
  };
  const setBreak = (index: number, change: Partial<WeekdayHours['breaks'][number]>) =>
    onChange({
      ...day,
      breaks: day.breaks.map((pause, at) => (at === index ? { ...pause, ...change } : pause)),
    });
  return (
    <li className={classes.row}>
      <Switch
        className={classes.switch ?? ''}
        label={name}
        checked={day.is_available}
        onChange={(event) => onChange({ ...day, is_available: event.currentTarget.checked })}
      />
      {day.is_available ? (
        <div ref={hours} className={classes.hours}>
          <div className={classes.span}>
            <TimeField
              label={`${name}, начало`}
              value={day.start_time}
              invalid={problem?.field === 'hours'}
              {...described}
              onChange={(start_time) => onChange({ ...day, start_time })}
            />
            <span aria-hidden>–</span>
            <TimeField
              label={`${name}, окончание`}
              isEnd
              value={day.end_time}
              invalid={problem?.field === 'hours'}
              {...described}
              onChange={(end_time) => onChange({ ...day, end_time })}
            />
            {day.breaks.length === 0 && (
              <Button
                variant="subtle"
                color="gray"
                className={classes.add ?? ''}
                leftSection={<IconPlus aria-hidden size={18} stroke={1.6} />}
                aria-label={`${name}: добавить перерыв`}
                onClick={() => setBreaks([suggestBreak(day)])}
              >
                Перерыв
              </Button>
            )}
          </div>
          {day.breaks.map((pause, index) => (
            <div className={classes.span} key={index}>
              <TimeField
                label={`${name}, начало перерыва`}
                value={pause.start}
                invalid={problem?.field === 'breaks'}
                {...described}
                onChange={(start) => setBreak(index, { start })}
              />
              <span aria-hidden>–</span>
              <TimeField
                label={`${name}, конец перерыва`}
                isEnd
                value={pause.end}
                invalid={problem?.field === 'breaks'}
                {...described}
                onChange={(end) => setBreak(index, { end })}
              />
              <span className="small">перерыв</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`${name}: убрать перерыв`}
                onClick={() => setBreaks(day.breaks.filter((_, at) => at !== index))}
              >
                <IconX aria-hidden size={18} stroke={1.6} />
              </ActionIcon>
              {index === day.breaks.length - 1 && day.breaks.length < MOST_BREAKS && !problem && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`${name}: добавить ещё перерыв`}
                  onClick={() => setBreaks([...day.breaks, suggestBreak(day)])}
                >
                  <IconPlus aria-hidden size={18} stroke={1.6} />
                </ActionIcon>
              )}
            </div>
          ))}
          {last && <p className="screen-only small secondary">Последнее начало {last}</p>}
          {problem && (
            <p id={errorId} className={classes.error} role="alert">
              {problem.text}
            </p>
          )}
        </div>
      ) : (
        <p className={classes.off}>Выходной</p>
      )}
      {day.is_available && <p className={`paper-only ${classes.paper}`}>{showDay(tidy(day))}</p>}
      {copies && (
        <Button
          variant="subtle"
          color="gray"
          size="sm"
          className={classes.copy ?? ''}
          aria-label={`${name}: как в\u00A0понедельник`}
          onClick={(event) => {
            // The button disappears once the days are equal; the focus stays in its row.
            event.currentTarget.closest('li')?.querySelector('input')?.focus();
            onCopy(day.day_of_week as DayOfWeek);
          }}
        >
          Как в&nbsp;понедельник
        </Button>
      )}
      <div className={classes.bar} aria-hidden>
        {barSpans(day).map((span) => (
          <span
            key={span.from}
            className={classes.work}
            style={{ left: `${span.from * 100}%`, width: `${(span.to - span.from) * 100}%` }}
          />
        ))}
      </div>
    </li>
  );
});

interface TimeFieldProps {
  label: string;
  value: string;
  invalid: boolean;
  describedBy?: string;
  /** Whether it can be the end of the day, 24:00. */
  isEnd?: boolean;
  onChange: (value: string) => void;
}

/** A time field; the row shows its error. */
function TimeField({ label, value, invalid, describedBy, isEnd = false, onChange }: TimeFieldProps) {
  return (
    <TypedTime
      aria-label={label}
      className={classes.time ?? ''}
      classNames={{ input: classes.timeInput ?? '' }}
      placeholder="09:00"
      value={value}
      error={invalid}
      {...(describedBy && { 'aria-describedby': describedBy })}
      onChange={onChange}
      read={isEnd ? readWallEnd : readWallTime}
    />
  );
}
