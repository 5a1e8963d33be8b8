import { TextInput } from '@mantine/core';
import { readWallTime } from '#domain/time/wall-time.ts';
import classes from '#web/practice/availability/WeekRow.module.css';

interface TimeFieldProps {
  label: string;
  value: string;
  invalid: boolean;
  describedBy?: string;
  onChange: (value: string) => void;
}

/** A time typed in any form, '9', '930' or '9:30', and normalised when the field is left. */
export function TimeField({ label, value, invalid, describedBy, onChange }: TimeFieldProps) {
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
      onBlur={() => onChange(readWallTime(value) ?? value)}
    />
  );
}
