import type { ReactNode } from 'react';
import { showDate } from '#web/ground/format/dates.ts';
import { LicenceOffer } from '#web/practice/own-profile/LicenceOffer.tsx';
import { useLicenceNotice } from '#web/practice/own-profile/use-licence.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

interface LicenceLineProps {
  /** A link to the licence key, on another screen. */
  children?: ReactNode;
  /** Whether it answers something the person has just requested. */
  announce?: boolean;
}

/** Shows that the licence has ended or is about to, and what to do (PROFILE-04); otherwise renders nothing. */
export function LicenceLine({ children, announce = false }: LicenceLineProps) {
  const timeZone = useTimeZone();
  const notice = useLicenceNotice();
  if (!notice) return null;
  const day = showDate(notice.at.toZonedDateTimeISO(timeZone));
  const isOver = notice.kind === 'expired';
  return (
    <InlineBox
      kind={isOver ? 'warning' : 'info'}
      announce={announce}
      title={isOver ? `Лицензия истекла ${day}.` : `Лицензия действует до\u00A0${day}.`}
    >
      {isOver ? 'Все клиенты остаются' : 'После этого все клиенты останутся'}, а&nbsp;добавлять новых можно только
      с&nbsp;лицензией. <LicenceOffer again /> {children}
    </InlineBox>
  );
}
