import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { agreedCountQuery, type ConsentVersion, everyVersionQuery } from '#web/practice/consents/queries.ts';
import { showInstant } from '#web/ground/format/dates.ts';
import { counted, type Forms } from '#web/ground/format/plural.ts';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import page from '#web/account/profile/ProfilePage.module.css';
import classes from '#web/account/profile/consent/ConsentSection.module.css';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { PlainList } from '#web/ui/list/PlainList.tsx';
import { Coming } from '#web/ui/page/Coming.tsx';

const VersionDialog = lazyDialog(
  async () => (await import('#web/account/profile/consent/VersionDialog.tsx')).VersionDialog,
);

const AGREEMENTS: Forms = { one: 'согласие', few: 'согласия', many: 'согласий' };

/** All versions of the consent text, newest first, each with the number of consents given (CONSENT-01). */
export function Versions() {
  const versions = useQuery(everyVersionQuery());
  const [shown, setShown] = useState<ConsentVersion | null>(null);
  const timeZone = useTimeZone();
  return (
    <ProfileSection title="Версии текста">
      {versions.data ? (
        <PlainList className={page.rows} aria-label="Версии текста">
          {versions.data.map((one) => (
            <li key={one.id} className={page.row}>
              <div className={classes.facts}>
                <div className="medium">
                  Версия&nbsp;{one.version}
                  {one.retired === '' && ', действует'}
                </div>
                <div className="small secondary anywhere">
                  {showPeriod(one, timeZone)}, <Agreed document={one.id} />
                </div>
              </div>
              <Button
                variant="subtle"
                color="gray"
                aria-label={`Открыть версию\u00A0${one.version}`}
                onClick={() => setShown(one)}
              >
                Открыть
              </Button>
            </li>
          ))}
        </PlainList>
      ) : (
        <Coming query={versions} failed="Не&nbsp;удалось загрузить версии" text="Загрузка версий..." count={1} />
      )}
      {shown && (
        <VersionDialog opened version={shown} period={showPeriod(shown, timeZone)} onClose={() => setShown(null)} />
      )}
    </ProfileSection>
  );
}

function Agreed({ document }: { document: string }) {
  const { data } = useQuery(agreedCountQuery(document));
  return <span className="nowrap">{data === undefined ? '…' : counted(data, AGREEMENTS)}</span>;
}

/** 'с 18.11.2026 15:00 до 21.11.2026 09:30' */
function showPeriod({ created, retired }: ConsentVersion, timeZone: string): string {
  const until = retired === '' ? '' : ` до\u00A0${showInstant(retired, timeZone)}`;
  return `с\u00A0${showInstant(created, timeZone)}${until}`;
}
