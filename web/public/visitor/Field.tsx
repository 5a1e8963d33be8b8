import { type ReactNode, useId } from 'react';
import controls from '#web/public/visitor/controls.module.css';
import classes from '#web/public/visitor/Field.module.css';

interface Control {
  id: string;
  className: string | undefined;
  'aria-required': boolean;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  /** An optional field is labelled as such. */
  required?: boolean;
  /** Above the input. */
  hint?: string;
  /** Below the input: a doubt about the value, not an error. */
  remark?: string | undefined;
  error?: string | undefined;
  children: (control: Control) => ReactNode;
}

/** The parts around one input: label, hint and error. */
export function Field({ label, required = false, hint, remark, error, children }: FieldProps) {
  const id = useId();
  const below = error ?? remark;
  const described = [hint && `${id}-hint`, below && `${id}-below`].filter(Boolean).join(' ');
  return (
    <div>
      <label htmlFor={id} className={classes.label}>
        {label}
        {!required && <span className="secondary light"> необязательно</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      {children({
        id,
        className: classes.input,
        // With the native attribute a screen reader reports an untouched field, and its form, as invalid.
        'aria-required': required,
        'aria-invalid': error !== undefined,
        'aria-describedby': described || undefined,
      })}
      {below && (
        // An alert, because a field that already has the focus is not read again with its new error.
        <p id={`${id}-below`} role={error && 'alert'} className={error ? controls.error : classes.remark}>
          {below}
        </p>
      )}
    </div>
  );
}
