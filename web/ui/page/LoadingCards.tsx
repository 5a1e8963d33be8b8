import { CardGrid } from '#web/ui/page/CardGrid.tsx';
import classes from '#web/ui/page/LoadingCards.module.css';

interface LoadingCardsProps {
  /** The specification's loading text, read out and shown above the cards. */
  text: string;
  count?: number;
  /** Height of the cards that will come, so that nothing moves when they do. */
  height?: number;
  columns?: 1 | 3;
}

/** The shape of what is coming; seen only when waiting takes longer than 200 ms. */
export function LoadingCards({ text, count = 6, height = 72, columns = 3 }: LoadingCardsProps) {
  return (
    <div className={classes.loading}>
      <p role="status" className={classes.text}>
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
