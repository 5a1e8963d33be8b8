import { CardGrid } from '#web/ui/page/CardGrid.tsx';
import classes from '#web/ui/page/LoadingCards.module.css';

export interface LoadingCardsProps {
  /** The specification's loading text, announced and shown above the cards. */
  text: string;
  count?: number;
  /** Height of the coming cards in pixels, so that nothing moves when they arrive. */
  height?: number;
  columns?: 1 | 3;
}

/** Placeholders for loading content; visible only after 200 ms of waiting. */
export function LoadingCards({ text, count = 6, height = 72, columns = 3 }: LoadingCardsProps) {
  return (
    <div className="appear">
      <p aria-live="polite" className="small secondary below-2">
        {text}
      </p>
      <CardGrid columns={columns} aria-hidden>
        {Array.from({ length: count }, (_, index) => (
          <li key={index} className={classes.card} style={{ height }}>
            <span className={classes.line} style={{ width: `${52 + ((index * 17) % 34)}%` }} />
            <span className={classes.line} style={{ width: `${34 + ((index * 11) % 14)}%` }} />
          </li>
        ))}
      </CardGrid>
    </div>
  );
}
