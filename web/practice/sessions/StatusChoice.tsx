import { memo } from 'react';
import { SESSION_STATUS_LABEL, SESSION_STATUSES } from '#domain/sessions/session.ts';
import type { SessionStatus } from '#domain/sessions/session.ts';
import classes from '#web/practice/sessions/SessionForm.module.css';
import { SESSION_LOOK } from '#web/practice/sessions/SessionStatusBadge.tsx';
import type { SessionEditing } from '#web/practice/sessions/use-session-form.ts';
import { StatusSign } from '#web/ui/base/StatusBadge.tsx';

interface StatusChoiceProps extends Pick<SessionEditing, 'change'> {
  value: SessionStatus;
  error: string | undefined;
}

/** The four statuses as radio buttons. */
export const StatusChoice = memo(function StatusChoice({ value, change, error }: StatusChoiceProps) {
  return (
    // No fieldset: WebKit counts the height of a legend twice until the next layout, so the dialog would jump.
    <div className={classes.group} role="group" aria-labelledby="session-status">
      <p id="session-status" className={classes.label}>
        Статус
      </p>
      <div className={classes.statuses}>
        {SESSION_STATUSES.map((status) => (
          <label key={status} className={classes.status} data-tone={SESSION_LOOK[status].tone}>
            <input
              type="radio"
              name="session-status"
              value={status}
              checked={value === status}
              onChange={() => change({ status })}
            />
            <StatusSign sign={SESSION_LOOK[status].sign} size={16} />
            {SESSION_STATUS_LABEL[status]}
          </label>
        ))}
      </div>
      {error && <p className={classes.error}>{error}</p>}
    </div>
  );
});
