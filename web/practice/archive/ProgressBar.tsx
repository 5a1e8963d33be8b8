import { type Progress, showProgress } from '#web/practice/archive/progress.ts';
import classes from '#web/practice/archive/ProgressBar.module.css';

interface ProgressBarProps {
  /** What the person waits for. */
  label: string;
  /** With a total of 0 where the length is unknown. */
  progress: Progress;
  /** The progress in words; in bytes where it is left out. */
  amount?: string;
}

/** How far long work has come. */
export function ProgressBar({ label, progress, amount = showProgress(progress) }: ProgressBarProps) {
  const { done, total } = progress;
  return (
    <div>
      <div className={classes.words}>
        <span aria-live="polite">{label}</span>
        {total > 0 && <span className={classes.amount}>{amount}</span>}
      </div>
      <progress className={classes.bar} aria-label={label} max={1} {...(total > 0 && { value: done / total })} />
    </div>
  );
}
