import { Link } from '@tanstack/react-router';
import classes from '#web/practice/availability/AvailabilityPage.module.css';
import { useCallback } from 'react';
import { type DayOfWeek, MONDAY_FIRST, type WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { differsFrom } from '#web/practice/availability/week-form.ts';
import { dayField, HOURS_WORDS } from '#web/practice/availability/hours-form.ts';
import { useHoursForm } from '#web/practice/availability/use-hours-form.ts';
import { VisitorRulesSection } from '#web/practice/availability/VisitorRulesSection.tsx';
import { WeekRow } from '#web/practice/availability/WeekRow.tsx';
import { showZone } from '#web/ground/format/zones.ts';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { BackLink } from '#web/ui/page/BackLink.tsx';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { ChangedElsewhere } from '#web/practice/record-form/ChangedElsewhere.tsx';
import { UnsavedLine } from '#web/practice/record-form/DraftLine.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { ErrorState } from '#web/ui/page/StateCard.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';
import { readClock, readToday } from '#web/ground/browser/clock.ts';

const LOAD_FAILED = 'Не удалось загрузить настройки доступности';

const DaysOffSessions = lazyPart(
  async () => (await import('#web/practice/availability/DaysOffSessions.tsx')).DaysOffSessions,
  { coming: null },
);

/** The weekly hours and the rules for the free times that visitors see (AVAIL-01…03). */
export const AvailabilityPage = withDrafts(Hours);

function Hours() {
  const phone = useIsPhone();
  const timeZone = useTimeZone();
  const today = readToday(timeZone);
  const editing = useHoursForm(today);
  const { draft, values, errors, change, loaded, failed, newDaysOff, forgetDaysOff } = editing;
  const changeDay = useCallback((day: WeekdayHours) => change({ [dayField(day.day_of_week)]: day }), [change]);
  const copyMonday = useCallback(
    (day: DayOfWeek) => changeDay({ ...draft.values.day_1, day_of_week: day }),
    [draft, changeDay],
  );

  const button = (
    <SubmitButton form={editing.id} pending={editing.saving} pendingText="Сохранение..." disabled={!editing.canSave}>
      Сохранить
    </SubmitButton>
  );
  const unsavedLine = <UnsavedLine draft={draft} />;
  return (
    <>
      <div className={classes.head}>
        <PageHeader
          above={<BackLink to="/dashboard/online-booking">Онлайн-запись</BackLink>}
          title="Рабочие часы"
          subtitle={
            loaded ? (
              <>
                Часовой пояс: {showZone(timeZone, readClock())}{' '}
                <Link to="/dashboard/profile" className="screen-only">
                  Изменить
                </Link>
              </>
            ) : (
              '\u00A0'
            )
          }
          action={!phone && button}
          counter={!phone && unsavedLine}
        />
      </div>
      {editing.loading && !failed && <LoadingCards text="Загрузка настроек..." columns={1} count={7} />}
      {failed && !loaded && <ErrorState title={LOAD_FAILED} onRetry={editing.retry} />}
      {loaded && (
        <form id={editing.id} noValidate onSubmit={editing.onSubmit}>
          <div className={classes.notices}>
            <ChangedElsewhere draft={draft} words={HOURS_WORDS} />
          </div>
          <div className={classes.week}>
            <div className={classes.scale} aria-hidden>
              <p>
                <span>08:00</span>
                <span>15:00</span>
                <span>22:00</span>
              </p>
            </div>
            <ul role="list">
              {MONDAY_FIRST.map(dayField).map((day) => (
                <WeekRow
                  key={day}
                  day={values[day]}
                  copies={differsFrom(values.day_1, values[day])}
                  onChange={changeDay}
                  onCopy={copyMonday}
                />
              ))}
            </ul>
          </div>
          <VisitorRulesSection rules={values} phoneError={errors.public_phone} today={today} onChange={change} />
          <InlineBox kind="info">
            По&nbsp;этим часам посетители видят свободное время на&nbsp;странице записи. Занятое сессиями время
            скрывается само. Последнее начало&nbsp;— за&nbsp;полчаса до&nbsp;конца дня или за&nbsp;час до&nbsp;перерыва.
          </InlineBox>
          {phone && (
            <div className={classes.foot}>
              {(draft.keptAt ?? draft.leftAt) && unsavedLine}
              {button}
            </div>
          )}
        </form>
      )}
      {newDaysOff.days.length > 0 && (
        <DaysOffSessions key={newDaysOff.save} days={newDaysOff.days} onClose={forgetDaysOff} />
      )}
    </>
  );
}
