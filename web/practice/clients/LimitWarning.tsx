import { Link } from '@tanstack/react-router';
import { CLIENT_LIMIT_TEXT } from '#domain/clients/client-limit.ts';
import { LicenceLine } from '#web/practice/own-profile/LicenceLine.tsx';
import { LicenceOffer } from '#web/practice/own-profile/LicenceOffer.tsx';
import { useLicenceNotice } from '#web/practice/own-profile/use-licence.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

const TO_PROFILE = 'перейдите в профиль';
const LICENCE = { to: '/dashboard/profile', search: { section: 'licence' } } as const;

/** Shown when the limit of clients is reached: what to do about it (CLIENT-03, PROFILE-04). */
export function LimitWarning() {
  const isOver = useLicenceNotice()?.kind === 'expired';
  if (isOver) {
    return (
      <LicenceLine announce>
        <Link {...LICENCE}>Ввести ключ</Link>
      </LicenceLine>
    );
  }
  const [before, after] = CLIENT_LIMIT_TEXT.split(TO_PROFILE);
  return (
    <InlineBox kind="warning" announce>
      {before}
      <Link {...LICENCE}>{TO_PROFILE}</Link>
      {after} <LicenceOffer />
    </InlineBox>
  );
}
