import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { errorText, isNoConnection } from '#web/api/errors.ts';
import classes from '#web/availability/AvailabilityPage.module.css';
import { availabilityQuery, saveWeek } from '#web/availability/queries.ts';
import { type DayForm, problemOf, sameWeek, tidy, weekForm } from '#web/availability/week-form.ts';
import { WeekRow } from '#web/availability/WeekRow.tsx';
import { showZone } from '#web/format/zones.ts';
import { useTimeZone } from '#web/profile/use-time-zone.ts';
import { BackLink } from '#web/ui/BackLink.tsx';
import { InlineBox } from '#web/ui/InlineBox.tsx';
import { LoadingCards } from '#web/ui/LoadingCards.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ErrorState } from '#web/ui/StateCard.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useIsPhone } from '#web/ui/use-is-phone.ts';
import { useLoadFailure } from '#web/ui/use-load-failure.ts';

const LOAD_FAILED = 'Не удалось загрузить настройки доступности';
const SAVE_FAILED = 'Не удалось сохранить настройки доступности';
const FORM = 'weekly-hours';

/** The weekly hours by which visitors are offered free times (AVAIL-01…03). */
export function AvailabilityPage() {
  const queryClient = useQueryClient();
  const phone = useIsPhone();
  const timeZone = useTimeZone();
  const query = useQuery(availabilityQuery());
  const stored = query.data && weekForm(query.data);
  const [typed, setTyped] = useState<DayForm[] | null>(null);
  // Ids come from what is stored now, typed values stay: another tab may have saved meanwhile.
  const week = typed && stored ? typed.map((day, index) => ({ ...day, id: stored[index]?.id ?? null })) : stored;

  const save = useMutation({
    mutationFn: saveWeek,
    onMutate: () => toast.dismissErrors(),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['availability_settings'] });
      setTyped(null);
      toast.success('Настройки расписания сохранены');
    },
    onError: (error) => toast.error(isNoConnection(error) ? `${SAVE_FAILED}. ${errorText(error)}` : SAVE_FAILED),
  });

  useLoadFailure(query.isError, LOAD_FAILED);

  const changed = week && stored ? !sameWeek(week, stored) : false;
  const valid = week?.every((day) => !problemOf(day)) ?? false;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (week && changed && valid && !save.isPending) save.mutate(week.map(tidy));
  };
  const button = (
    <SubmitButton form={FORM} pending={save.isPending} pendingText="Сохранение..." disabled={!changed || !valid}>
      Сохранить
    </SubmitButton>
  );
  return (
    <>
      <PageHeader
        above={<BackLink to="/dashboard/online-booking">Онлайн-запись</BackLink>}
        title="Рабочие часы"
        subtitle={`Часовой пояс: ${showZone(timeZone, Temporal.Now.instant())}`}
        action={!phone && button}
      />
      {query.isPending && <LoadingCards text="Загрузка настроек..." columns={1} count={7} />}
      {query.isError && !week && (
        <ErrorState title={LOAD_FAILED} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      )}
      {week && (
        <form id={FORM} onSubmit={submit} noValidate>
          <div className={classes.week}>
            <div className={classes.scale} aria-hidden>
              <span>08:00</span>
              <span>15:00</span>
              <span>22:00</span>
            </div>
            {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari forgets that a list without bullets is a list */}
            <ul role="list">
              {week.map((day, index) => (
                <WeekRow
                  key={day.day_of_week}
                  day={day}
                  onChange={(changedDay) => setTyped(week.with(index, changedDay))}
                />
              ))}
            </ul>
          </div>
          <InlineBox kind="info">
            По этим часам посетители видят свободное время на странице записи. Занятое сессиями время скрывается само.
          </InlineBox>
          {phone && <div className={classes.foot}>{button}</div>}
        </form>
      )}
    </>
  );
}
