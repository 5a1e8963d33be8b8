import type { SessionFlow } from '#web/practice/sessions/session-flow.ts';
import classes from '#web/practice/sessions/SessionForm.module.css';

/** Shows which of the two steps is current. */
export function StepLine({ step }: Pick<SessionFlow, 'step'>) {
  return (
    <ol className={classes.steps}>
      <li aria-current={step === 1 ? 'step' : undefined}>Шаг 1: Информация</li>
      <li aria-current={step === 2 ? 'step' : undefined}>Шаг 2: Детали</li>
    </ol>
  );
}
