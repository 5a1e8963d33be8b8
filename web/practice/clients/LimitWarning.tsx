import { Link } from '@tanstack/react-router';
import { CLIENT_LIMIT_TEXT } from '#domain/clients/client-limit.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

const TO_PROFILE = 'перейдите в профиль';

/** The limit of clients is reached: what to do about it (CLIENT-03). */
export function LimitWarning() {
  const [before, after] = CLIENT_LIMIT_TEXT.split(TO_PROFILE);
  return (
    <InlineBox kind="warning" announce>
      {before}
      <Link to="/dashboard/profile">{TO_PROFILE}</Link>
      {after}
    </InlineBox>
  );
}
