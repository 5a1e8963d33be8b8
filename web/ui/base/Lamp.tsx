import { useId } from 'react';
import classes from '#web/ui/base/Lamp.module.css';

const LIT = 'lampLit';

/** Makes the lamp animate again at the next paint, as it does once after the page has loaded. */
export function relight(): void {
  delete document.documentElement.dataset[LIT];
}

function stayLit(): void {
  document.documentElement.dataset[LIT] = '';
}

interface LampProps {
  /** `small` is 28 px from the left of a lit card, `cord` hangs from the top of the window. */
  shade?: 'plain' | 'cord' | 'cord-desktop' | 'small' | 'none';
}

/**
 * The light in a card and the lampshade on the card's top edge. The card must have `position: relative`; its content is
 * above the light if it is positioned or comes after the lamp.
 */
export function Lamp({ shade = 'plain' }: LampProps) {
  return (
    <span aria-hidden className={classes.lamp} data-shade={shade}>
      {shade !== 'none' && <span className={classes.shade} />}
      <span className={classes.light} onAnimationEnd={stayLit} />
    </span>
  );
}

/** The lamp on an empty desk: on for an empty state, off for a failure or a missing page. */
export function DeskLamp({ lit }: { lit: boolean }) {
  const beam = useId();
  return (
    <svg aria-hidden className="block" viewBox="0 0 132 88" width="132" height="88">
      <defs>
        <linearGradient id={beam} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--k-beam)" />
          <stop offset="1" stopColor="var(--k-beam)" stopOpacity="0.12" />
        </linearGradient>
      </defs>
      {lit && <path d="M46 33h40l25 50H21z" fill={`url(#${beam})`} className={classes.beam} />}
      <path d="M64.5 2h3v9h-3zM40 31c0-12 11-21 26-21s26 9 26 21q0 2-2 2H42q-2 0-2-2z" fill="var(--k-shade)" />
      <path d="M4 84h124" stroke="var(--k-line2)" strokeWidth="2" />
    </svg>
  );
}
