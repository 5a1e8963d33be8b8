import { type Progress, showProgress } from '#web/practice/archive/progress.ts';
import classes from '#web/practice/archive/ProgressBar.module.css';

interface ProgressBarProps {
  /** The label: what the person waits for. */
  label: string;
  /** A total of 0 means that the length is unknown. */
  progress: Progress;
  /** The progress in words; by default in bytes. */
  amount?: string;
}

/** The progress of a long operation. */
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
