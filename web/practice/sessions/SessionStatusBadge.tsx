import { SESSION_STATUS_LABEL, statusInWords } from '#domain/sessions/session.ts';
import type { SessionOutcome, SessionStatus } from '#domain/sessions/session.ts';
import { StatusBadge } from '#web/ui/base/StatusBadge.tsx';
import type { Sign, Tone } from '#web/ui/base/StatusBadge.tsx';

/** Colour and icon of each status (SESSION-02). */
export const SESSION_LOOK: Record<SessionStatus, { tone: Tone; sign: Sign }> = {
  scheduled: { tone: 'blue', sign: 'circle' },
  completed: { tone: 'green', sign: 'check' },
  canceled: { tone: 'red', sign: 'x' },
  reserved: { tone: 'yellow', sign: 'dashed' },
};

interface SessionStatusBadgeProps {
  status: SessionStatus;
  outcome: SessionOutcome;
  signOnPhone?: boolean;
}

/**
 * The status in words. On the phone, where others show only the icon, «Неявка» and «Поздняя отмена» keep their words,
 * because their icon is that of any cancellation.
 */
export function SessionStatusBadge({ status, outcome, signOnPhone = false }: SessionStatusBadgeProps) {
  const words = statusInWords({ status, outcome });
  return (
    <StatusBadge {...SESSION_LOOK[status]} signOnPhone={signOnPhone && words === SESSION_STATUS_LABEL[status]}>
      {words}
    </StatusBadge>
  );
}
