import { useId } from 'react';
import classes from '#web/practice/series/change/ScopeChoice.module.css';

export interface ScopeOption<Value extends string> {
  value: Value;
  name: string;
  /** What choosing it does; '' while that is not known. */
  text: string;
  disabled?: boolean;
}

interface ScopeChoiceProps<Value extends string> {
  /** Read by screen readers. */
  label: string;
  options: readonly ScopeOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Cards of which one is chosen, each with a sentence about what it does. */
export function ScopeChoice<Value extends string>({ label, options, value, onChange }: ScopeChoiceProps<Value>) {
  const id = useId();
  return (
    <fieldset className={classes.choice}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.option}>
          <input
            type="radio"
            name={id}
            checked={option.value === value}
            disabled={option.disabled}
            data-autofocus={option.value === value || undefined}
            aria-describedby={`${id}-${option.value}`}
            aria-label={option.name}
            onChange={() => onChange(option.value)}
          />
          <span className="medium">{option.name}</span>
          <span id={`${id}-${option.value}`} className={classes.text}>
            {option.text}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
