import { useId } from 'react';
import classes from '#web/series/Segments.module.css';

interface SegmentsProps<Value extends string> {
  options: readonly { value: Value; label: string }[];
  /** Undefined while nothing is chosen. */
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/** Choices beside one another, in rows on a phone. Its caller names the group. */
export function Segments<Value extends string>({ options, value, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div className={classes.segments}>
      {options.map((option) => (
        <label key={option.value} className={classes.segment}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </div>
  );
}
