import { memo, type ReactNode } from 'react';

interface HeldProps {
  /** False while the dialog animates out. */
  live: boolean;
  children: ReactNode;
}

/** Keeps what a dialog showed last while it animates out: closing renders none of its fields again. */
export const Held = memo(
  function Shown({ children }: HeldProps) {
    return children;
  },
  (_before, after) => !after.live,
);
