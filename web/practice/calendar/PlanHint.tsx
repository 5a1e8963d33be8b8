import classes from '#web/practice/calendar/PlanHint.module.css';

interface PlanHintProps {
  hidden: boolean;
  /** Whether there is a session to move. */
  moving: boolean;
}

/** Explains below a week or a day how sessions are planned and moved. */
export function PlanHint({ hidden, moving }: PlanHintProps) {
  return (
    <p id="how-to-move" className={classes.hint} hidden={hidden}>
      Нажмите на&nbsp;свободное место, чтобы запланировать сессию.
      {moving && (
        <span className={classes.moving}>
          {' '}
          Сессию переносят мышью или клавишами: Shift и&nbsp;стрелки, затем Enter.
        </span>
      )}
    </p>
  );
}
