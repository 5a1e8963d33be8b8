import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { errorText, isNoConnection, statusOf } from '#web/api/errors.ts';
import classes from '#web/availability/AvailabilityPage.module.css';
import { availabilityQuery, saveAvailability } from '#web/availability/queries.ts';
import { type RulesForm, rulesAreValid, rulesForm, rulesOf, sameRules } from '#web/availability/rules-form.ts';
import { VisitorRulesSection } from '#web/availability/VisitorRulesSection.tsx';
import { type DayForm, problemOf, sameWeek, tidy, weekForm } from '#web/availability/week-form.ts';
import { WeekRow } from '#web/availability/WeekRow.tsx';
import { showZone } from '#web/format/zones.ts';
import { profileQuery } from '#web/profile/profile-query.ts';
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
import { useOnce } from '#web/ui/use-once.ts';

const LOAD_FAILED = 'Не удалось загрузить настройки доступности';
const SAVE_FAILED = 'Не удалось сохранить настройки доступности';
const FORM = 'weekly-hours';

/** The weekly hours and the rules by which visitors are offered free times (AVAIL-01…03). */
export function AvailabilityPage() {
  const queryClient = useQueryClient();
  const phone = useIsPhone();
  const timeZone = useTimeZone();
  const query = useQuery(availabilityQuery());
  const profile = useQuery(profileQuery());
  const today = Temporal.Now.plainDateISO(timeZone);
  const stored = query.data && weekForm(query.data);
  const storedRules = profile.data && rulesForm(profile.data, today);
  const [typed, setTyped] = useState<DayForm[] | null>(null);
  const [typedRules, setTypedRules] = useState<RulesForm | null>(null);
  const rules = typedRules ?? storedRules;
  // Ids come from what is stored now, typed values stay: another tab may have saved meanwhile.
  const week = typed && stored ? typed.map((day, index) => ({ ...day, id: stored[index]?.id ?? null })) : stored;

  const save = useMutation({
    mutationFn: saveAvailability,
    onMutate: () => toast.dismissErrors(),
    onSuccess: async () => {
      await Promise.all(
        ['availability_settings', 'profiles'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      );
      setTyped(null);
      setTypedRules(null);
      toast.success('Настройки расписания сохранены');
    },
    onError: (error) => toast.error(isNoConnection(error) ? `${SAVE_FAILED}. ${errorText(error)}` : SAVE_FAILED),
  });

  const failed = query.isError || profile.isError;
  const failure = statusOf(profile.error) === 404 ? 'Профиль не найден' : LOAD_FAILED;
  useLoadFailure(failed, failure);

  const weekChanged = week && stored ? !sameWeek(week, stored) : false;
  const rulesChanged = rules && storedRules ? !sameRules(rules, storedRules) : false;
  const changed = weekChanged || rulesChanged;
  const valid = (week?.every((day) => !problemOf(day)) ?? false) && !!rules && rulesAreValid(rules);
  const saveOnce = useOnce(save);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!week || !rules || !profile.data || !changed || !valid) return;
    saveOnce({
      week: weekChanged ? week.map(tidy) : null,
      rules: rulesChanged ? rulesOf(rules) : null,
      profile: profile.data.id,
    });
  };
  const button = (
    <SubmitButton form={FORM} pending={save.isPending} pendingText="Сохранение..." disabled={!changed || !valid}>
      Сохранить
    </SubmitButton>
  );
  return (
    <>
      <div className={classes.head}>
        <PageHeader
          above={<BackLink to="/dashboard/online-booking">Онлайн-запись</BackLink>}
          title="Рабочие часы"
          subtitle={profile.data ? `Часовой пояс: ${showZone(timeZone, Temporal.Now.instant())}` : '\u00A0'}
          action={!phone && button}
        />
      </div>
      {(query.isPending || profile.isPending) && !failed && (
        <LoadingCards text="Загрузка настроек..." columns={1} count={7} />
      )}
      {failed && !(week && rules) && (
        <ErrorState
          title={failure}
          onRetry={() => void Promise.all([query.refetch(), profile.refetch()])}
          retrying={query.isFetching || profile.isFetching}
        />
      )}
      {week && rules && (
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
          <VisitorRulesSection rules={rules} today={today} onChange={setTypedRules} />
          <InlineBox kind="info">
            По этим часам посетители видят свободное время на странице записи. Занятое сессиями время скрывается само.
          </InlineBox>
          {phone && <div className={classes.foot}>{button}</div>}
        </form>
      )}
    </>
  );
}
