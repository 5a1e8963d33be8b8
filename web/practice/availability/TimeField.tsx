import { TextInput } from '@mantine/core';
import { readWallEnd, readWallTime } from '#domain/time/wall-time.ts';
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

/** A time typed in any form, '9', '930' or '9:30', and normalised when the field is left. */
export function TimeField({ label, value, invalid, describedBy, isEnd = false, onChange }: TimeFieldProps) {
  return (
    <TextInput
      aria-label={label}
      className={classes.time ?? ''}
      classNames={{ input: classes.timeInput ?? '' }}
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      placeholder="09:00"
      value={value}
      error={invalid}
      {...(describedBy && { 'aria-describedby': describedBy })}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => onChange((isEnd ? readWallEnd(value) : readWallTime(value)) ?? value)}
    />
  );
}
