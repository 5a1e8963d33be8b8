import { type ReactNode, useState } from 'react';
import { type Leaving, showAddresses, showLeaving, UNTOLD } from '#web/practice/letters/leaving.ts';
import classes from '#web/practice/letters/LetterLine.module.css';
import { Switch } from '#web/ui/form/Switch.tsx';

export interface Silence {
  /** Nothing is written for this once. */
  silent: boolean;
  onSilent: (silent: boolean) => void;
}

interface LetterLineProps {
  /** null: none goes, and nothing is said; 'untold': none goes, because none has told of it. */
  kind: Leaving | 'untold' | null;
  /** Where it goes; nobody: nothing is said. */
  to: readonly string[];
  /** For the button that sends it: `aria-describedby`. */
  id?: string;
  /** Whether they are several clients; one can have two addresses. */
  several?: boolean;
  disabled?: boolean;
}

/** Says beside a press which letter it sends, and where; the switch makes it without one (SESSION-17). */
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

/** What goes out, and the switch that keeps it back for this once. */
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

/** The same in a question that is asked once: it holds the choice, and tells it. */
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
