import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import classes from '#web/ui/page/CardGrid.module.css';

interface CardGridProps extends ComponentProps<'ul'> {
  /** The maximum number of columns: 3 become 2 below 1200 px and 1 below 768 px. */
  columns?: 1 | 2 | 3;
}

/** A list of cards; its children are `<li>`. */
export function CardGrid({ columns = 3, className, ...props }: CardGridProps) {
  return <ul role="list" data-columns={columns} className={`${classes.grid} ${className ?? ''}`} {...props} />;
}

/** A card that opens something: one button as large as the card. */
export function CardButton({ className, ...props }: ComponentProps<'button'>) {
  return <button type="button" className={`${classes.card} ${classes.button} ${className ?? ''}`} {...props} />;
}

function CardAnchor({ className, children, ...props }: ComponentProps<'a'>) {
  return (
    <a className={`${classes.card} ${classes.button} ${className ?? ''}`} {...props}>
      {children}
    </a>
  );
}

/** A card that links to an address of its own. */
export const CardLink = createLink(CardAnchor);

interface CardProps extends ComponentProps<'section'> {
  /** 'article' for one of many similar cards, whose names can be equal. */
  as?: 'section' | 'article';
}

/** A card that is not itself a button or a link. */
export function Card({ as: Element = 'section', className, ...props }: CardProps) {
  return <Element className={`${classes.card} ${className ?? ''}`} {...props} />;
}
