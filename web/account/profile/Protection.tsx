import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '#web/account/profile/ProfilePage.module.css';
import { ProfileRow } from '#web/account/profile/ProfileRow.tsx';
import own from '#web/account/profile/second-factor/SecondFactor.module.css';
import { StatusBadge } from '#web/ui/base/StatusBadge.tsx';

interface ProtectionProps {
  isOn: boolean;
  /** 'Включён', 'Выключен' */
  words: readonly [on: string, off: string];
  onTurn: (way: 'on' | 'off') => void;
  disabled?: boolean;
  /** Further rows, shown while it is on. */
  children: ReactNode;
}

/** A protection that can be turned on and off. */
export function Protection({ isOn, words: [on, off], onTurn, disabled = false, children }: ProtectionProps) {
  if (!isOn) {
    return (
      <div className={own.state}>
        <StatusBadge tone="grey" sign="circle">
          {off}
        </StatusBadge>
        <Button onClick={() => onTurn('on')}>Включить</Button>
      </div>
    );
  }
  const badge = (
    <StatusBadge tone="green" sign="check">
      {on}
    </StatusBadge>
  );
  return (
    <ul className={classes.rows}>
      <ProfileRow title={badge}>
        <Button variant="default" onClick={() => onTurn('off')} disabled={disabled}>
          Выключить
        </Button>
      </ProfileRow>
      {children}
    </ul>
  );
}
