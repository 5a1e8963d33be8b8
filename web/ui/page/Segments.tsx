import { useId } from 'react';
import classes from '#web/ui/page/Segments.module.css';

interface SegmentsProps<Value extends string> {
  label: string;
  choices: readonly { value: Value; label: string }[];
  /** Undefined while none is chosen. */
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/** A few views or choices next to one another, of which one is selected. */
export function Segments<Value extends string>({ label, choices, value, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes.segments}>
      {choices.map((choice) => (
        <label key={choice.value} className={classes.choice}>
          <input type="radio" name={name} checked={value === choice.value} onChange={() => onChange(choice.value)} />
          {choice.label}
        </label>
      ))}
    </div>
  );
}
