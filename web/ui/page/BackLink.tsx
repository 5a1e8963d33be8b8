import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import classes from '#web/ui/page/BackLink.module.css';

/** A link back, above a title. */
export function BackLink(props: LinkProps & { children: string }) {
  const { children, ...link } = props;
  return (
    <Link {...link} className={`screen-only ${classes.back}`}>
      <IconChevronLeft aria-hidden size={18} stroke={1.8} />
      {children}
    </Link>
  );
}
