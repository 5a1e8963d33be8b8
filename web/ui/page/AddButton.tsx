import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import classes from '#web/ui/page/AddButton.module.css';

interface AddButtonProps {
  /** The button's text; on the phone its accessible name. */
  children: string;
  onClick?: () => void;
  /** The link's target, for a screen whose form has its own address. */
  link?: LinkProps;
  disabled?: boolean;
}

/**
 * The screen's main action: in the header on the desktop, a square near the thumb on the phone, one element in both.
 */
export function AddButton({ children, onClick, link, disabled = false }: AddButtonProps) {
  const common = {
    className: classes.add ?? '',
    'data-thumb': true,
    leftSection: <IconPlus aria-hidden className={classes.icon} size={18} stroke={1.8} />,
    children: <span className={classes.words}>{children}</span>,
  };
  return link && !disabled ? (
    <Button {...common} renderRoot={(props) => <Link {...link} {...props} />} />
  ) : (
    <Button {...common} {...(onClick && { onClick })} disabled={disabled} />
  );
}
