import { useId, useState } from 'react';
import type { ShownConsent } from '#domain/consents/consent.ts';
import classes from '#web/public/booking-page/ConsentBox.module.css';
import controls from '#web/public/visitor/controls.module.css';

interface ConsentBoxProps {
  consent: ShownConsent;
  agreed: boolean;
  error: string | undefined;
  /** Receives the id of the document, '' where the visitor takes the agreement back. */
  onAgree: (document: string) => void;
}

/** The visitor's agreement, with its text to read in place (CONSENT-02). */
export function ConsentBox({ consent: { id, title, text }, agreed, error, onAgree }: ConsentBoxProps) {
  const below = useId();
  // A text that comes while the visitor fills in the form comes with what is wrong, and is shown at once.
  const [opened] = useState(error !== undefined);
  return (
    <div className={classes.box}>
      <label className={classes.label}>
        <input
          type="checkbox"
          name="consent"
          className={classes.tick}
          autoComplete="off"
          aria-required
          aria-invalid={error !== undefined}
          aria-describedby={error && below}
          checked={agreed}
          onChange={(event) => onAgree(event.target.checked ? id : '')}
        />
        Даю согласие на&nbsp;обработку персональных данных
      </label>
      {error && (
        <p id={below} className={controls.error}>
          {error}
        </p>
      )}
      <details open={opened}>
        <summary className={classes.summary}>Прочитать текст согласия</summary>
        <div className={classes.text}>
          <h2 className={classes.title}>{title}</h2>
          <p>{text}</p>
        </div>
      </details>
    </div>
  );
}
