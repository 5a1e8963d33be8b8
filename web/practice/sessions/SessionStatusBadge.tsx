import { SESSION_STATUS_LABEL } from '#domain/sessions/session.ts';
import type { SessionStatus } from '#domain/sessions/session.ts';
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
  signOnPhone?: boolean;
}

export function SessionStatusBadge({ status, signOnPhone = false }: SessionStatusBadgeProps) {
  return (
    <StatusBadge {...SESSION_LOOK[status]} signOnPhone={signOnPhone}>
      {SESSION_STATUS_LABEL[status]}
    </StatusBadge>
  );
}
