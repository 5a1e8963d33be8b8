import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { StoredInstant } from '#domain/time/instant.ts';
import { showDayAndMonth, zoned } from '#web/ground/format/dates.ts';
import classes from '#web/practice/sessions/PreviousTexts.module.css';
import { previousTextsQuery } from '#web/practice/sessions/queries.ts';
import reading from '#web/practice/sessions/SessionReading.module.css';
import { isWritten, WrittenTexts } from '#web/practice/sessions/WrittenTexts.tsx';

interface PreviousTextsProps {
  client: string;
  /** The session that is written about; '' for a new one. */
  session: string;
  /** Its start. */
  before: StoredInstant;
  timeZone: string;
}

/** What was written about the client before: beside the fields where there is room, else folded above them (CARD-03). */
export function PreviousTexts({ client, session, before, timeZone }: PreviousTextsProps) {
  const beside = useMediaQuery('(width >= 64em)', false, { getInitialValueInEffect: false });
  const { data: sessions, isError } = useQuery(previousTextsQuery(client, session, before));
  const data = sessions && (sessions.find(isWritten) ?? null);
  const day = data && zoned(data.date, timeZone)?.toPlainDate();
  const title: ReactNode = day ? (
    <>
      Прошлая сессия, <span className="nowrap">{showDayAndMonth(day)}</span>
    </>
  ) : isError ? (
    'Не\u00A0удалось загрузить прошлую сессию'
  ) : data === null ? (
    'Прошлых записей нет'
  ) : (
    'Прошлая сессия'
  );
  const texts = data && <WrittenTexts className={reading.texts} news={data.news} thoughts={data.thoughts} />;
  if (beside) {
    return (
      // Its own texts scroll, by keys too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <section className={classes.beside} aria-label="Прошлая сессия" tabIndex={0}>
        <h3 className={classes.title}>{title}</h3>
        {texts}
      </section>
    );
  }
  // As high without texts: the fields below stay in their place.
  if (!texts) return <p className={classes.line}>{title}</p>;
  return (
    <details className={classes.folded}>
      <summary className={classes.line}>{title}</summary>
      <div className={classes.unfolded}>{texts}</div>
    </details>
  );
}
