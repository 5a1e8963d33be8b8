import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import classes from '#web/practice/notes/Notes.module.css';
import { noteYearsQuery } from '#web/practice/notes/queries.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { Select } from '#web/ui/form/Select.tsx';
import { useNow } from '#web/ui/page/use-now.ts';

const ALL = 'Все годы';
const route = getRouteApi('/dashboard/notes');

/** Goes to a year, where the notes are more than a page; the year stands in the address. */
export function YearChoice({ year, isLong }: { year: string; isLong: boolean }) {
  const navigate = route.useNavigate();
  const thisYear = useNow().toZonedDateTimeISO(useTimeZone()).year;
  // It stays while a search finds few.
  const [shown, setShown] = useState(year !== '');
  if (isLong && !shown) setShown(true);
  const years = useQuery(noteYearsQuery(thisYear, shown)).data ?? [];
  if (!shown) return null;
  return (
    <Select
      aria-label="Год"
      className={classes.year ?? ''}
      data={[ALL, ...(year === '' || years.includes(year) ? [] : [year]), ...years]}
      value={year || ALL}
      onChange={(chosen) =>
        void navigate({
          search: (before) => ({ ...before, year: chosen === ALL ? '' : (chosen ?? '') }),
          replace: true,
        })
      }
      allowDeselect={false}
    />
  );
}
