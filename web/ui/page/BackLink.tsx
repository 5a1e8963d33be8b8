import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import classes from '#web/ui/page/BackLink.module.css';

/** A link back, above a title. */
export function BackLink(props: LinkProps & { children: string; onClick?: (event: MouseEvent) => void }) {
  const { children, ...link } = props;
  return (
    <Link {...link} className={`screen-only ${classes.back}`}>
      <IconChevronLeft aria-hidden size={18} stroke={1.8} />
      <span className="visually-hidden">Назад: </span>
      {children}
    </Link>
  );
}
