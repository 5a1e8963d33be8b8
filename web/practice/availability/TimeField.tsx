import { readWallEnd, readWallTime } from '#domain/time/wall-time.ts';
import { TypedTime } from '#web/ui/form/TypedTime.tsx';
import classes from '#web/practice/availability/WeekRow.module.css';

interface TimeFieldProps {
  label: string;
  value: string;
  invalid: boolean;
  describedBy?: string;
  /** It may be the end of the day, 24:00. */
  isEnd?: boolean;
  onChange: (value: string) => void;
}

/** A time of the week; its row says what is wrong. */
export function TimeField({ label, value, invalid, describedBy, isEnd = false, onChange }: TimeFieldProps) {
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
