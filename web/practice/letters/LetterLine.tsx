import { type ReactNode, useState } from 'react';
import { type Leaving, showAddresses, showLeaving, UNTOLD } from '#web/practice/letters/leaving.ts';
import classes from '#web/practice/letters/LetterLine.module.css';
import { Switch } from '#web/ui/form/Switch.tsx';

export interface Silence {
  /** No letter is sent this time. */
  silent: boolean;
  onSilent: (silent: boolean) => void;
}

interface LetterLineProps {
  /**
   * null: no letter is sent, and the line renders nothing; 'untold': none is sent, because the client was never
   * notified of the meeting.
   */
  kind: Leaving | 'untold' | null;
  /** The recipients' addresses; with none, the line renders nothing. */
  to: readonly string[];
  /** For `aria-describedby` of the button that sends the letter. */
  id?: string;
  /** Whether there are several clients; one client can have two addresses. */
  several?: boolean;
  disabled?: boolean;
}

/** Shows next to a button which letter it sends, and to whom, with a switch to send none (SESSION-17). */
export function LetterLine({
  kind,
  to,
  id,
  silent,
  onSilent,
  several = to.length > 1,
  disabled = false,
}: LetterLineProps & Silence) {
  if (kind === null || to.length === 0) return null;
  if (kind === 'untold') return <Line id={id} text={UNTOLD} />;
  return (
    <SilenceLine {...{ id, several, silent, onSilent, disabled }}>
      {silent ? 'Без\u00A0письма' : showLeaving(kind, several)}: <span translate="no">{showAddresses(to)}</span>
    </SilenceLine>
  );
}

interface SilenceLineProps extends Silence {
  id?: string | undefined;
  several: boolean;
  disabled?: boolean;
  children: ReactNode;
}

/** The letter that is about to be sent, with the switch that suppresses it this time. */
export function SilenceLine({ id, several, silent, onSilent, disabled = false, children }: SilenceLineProps) {
  return (
    <Line id={id} text={children}>
      <Switch
        className={classes.switch ?? ''}
        label={several ? 'Не\u00A0писать клиентам' : 'Не\u00A0писать клиенту'}
        checked={silent}
        disabled={disabled}
        onChange={(event) => onSilent(event.currentTarget.checked)}
      />
    </Line>
  );
}

function Line({ id, text, children }: { id?: string | undefined; text: ReactNode; children?: ReactNode }) {
  return (
    <div className={`${classes.line} screen-only`}>
      <p id={id} aria-live="polite" className={classes.text}>
        {text}
      </p>
      {children}
    </div>
  );
}

/** The same with its own state, for a confirmation that is shown once; reports each choice. */
export function OwnLetterLine({ onSilent, ...line }: LetterLineProps & Pick<Silence, 'onSilent'>) {
  const [silent, setSilent] = useState(false);
  return (
    <LetterLine
      {...line}
      silent={silent}
      onSilent={(chosen) => {
        setSilent(chosen);
        onSilent(chosen);
      }}
    />
  );
}
