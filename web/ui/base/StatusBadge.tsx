import { IconCheck, IconCircle, IconCircleDashed, IconClock, IconX } from '@tabler/icons-react';
import classes from '#web/ui/base/StatusBadge.module.css';

export type Tone = 'blue' | 'green' | 'red' | 'yellow' | 'orange' | 'grey';

const SIGNS = { circle: IconCircle, check: IconCheck, x: IconX, dashed: IconCircleDashed, clock: IconClock } as const;

export type Sign = keyof typeof SIGNS;

interface StatusBadgeProps {
  tone: Tone;
  sign: Sign;
  children: string;
  /** On the phone only the icon is visible; the word stays for screen readers. */
  signOnPhone?: boolean;
}

/** A status never depends on colour alone: it has a tint, an icon and a word. */
export function StatusBadge({ tone, sign, children, signOnPhone = false }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone} data-sign-on-phone={signOnPhone || undefined}>
      <StatusSign sign={sign} />
      <span className={classes.word}>{children}</span>
    </span>
  );
}

export function StatusSign({ sign, size = 14 }: { sign: Sign; size?: number }) {
  const Icon = SIGNS[sign];
  return <Icon aria-hidden size={size} stroke={2.4} />;
}
