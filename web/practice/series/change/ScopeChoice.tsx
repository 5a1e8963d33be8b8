import { useId } from 'react';
import classes from '#web/practice/series/change/ScopeChoice.module.css';

export interface ScopeOption<Value extends string> {
  value: Value;
  name: string;
  /** The effect of choosing it; '' while unknown. */
  text: string;
  disabled?: boolean;
}

interface ScopeChoiceProps<Value extends string> {
  /** For screen readers only. */
  label: string;
  options: readonly ScopeOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Radio cards, each with a sentence about its effect. */
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
