import { useQuery, useQueryClient } from '@tanstack/react-query';
import { statusOf } from '#web/api/errors.ts';
import { readNewest } from '#web/api/newest.ts';
import { type Drafting, type Sent, useDraft } from '#web/api/use-draft.ts';
import {
  hasChanges,
  type HoursForm,
  hoursChanges,
  hoursForm,
  isHoursFields,
  rulesFormOf,
  weekOf,
} from '#web/availability/hours-form.ts';
import { saveAvailability } from '#web/availability/actions.ts';
import { availabilityQuery } from '#web/availability/queries.ts';
import { type RulesForm, rulesAreValid, rulesForm } from '#web/availability/rules-form.ts';
import { type DayForm, problemOf, weekForm } from '#web/availability/week-form.ts';
import { profileQuery } from '#web/practice/queries.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { focusDecision } from '#web/ui/form/form-focus.ts';
import { toast } from '#web/ui/toast/toast.tsx';
import { type LeaveGuard, useLeaveGuard } from '#web/ui/draft/use-leave-guard.ts';
import { useSending } from '#web/ui/form/use-sending.ts';

/** The id of the form; its button stands outside of it. */
export const HOURS_FORM = 'weekly-hours';

const SAVE_FAILED = 'Не удалось сохранить настройки доступности';

/** Stands in the fields, unseen, until the stored hours are here. */
const NO_RULES: RulesForm = { min_notice_minutes: 0, max_days_ahead: 0, buffer_minutes: 0, days_off: [] };

interface HoursEditing {
  draft: Drafting<HoursForm>;
  /** What stands there now; null until it has been read. */
  stored: HoursForm | null;
  week: DayForm[];
  rules: RulesForm;
  guard: LeaveGuard;
  loading: boolean;
  failed: boolean;
  /** There is no profile to hold the rules. */
  missing: boolean;
  retrying: boolean;
  retry: () => void;
  canSave: boolean;
  sending: boolean;
  submit: () => void;
}

/** The weekly hours and the visitors' rules while they are edited. */
export function useHoursForm(today: Temporal.PlainDate): HoursEditing {
  const queryClient = useQueryClient();
  const availability = useQuery(availabilityQuery());
  const profile = useQuery(profileQuery());
  const { sending, send } = useSending();

  const storedWeek = weekForm(availability.data ?? []);
  const storedRules = profile.data ? rulesForm(profile.data, today) : NO_RULES;
  const loaded = availability.data !== undefined && profile.data !== undefined;
  const stored = hoursForm(storedWeek, storedRules);
  const draft = useDraft<HoursForm>({ name: 'hours', stored, isFields: isHoursFields, shared: loaded, opened: loaded });
  const week = weekOf(draft.values, storedWeek);
  const rules = rulesFormOf(draft.values);
  const changed = loaded && hasChanges(hoursChanges(draft.values, storedWeek, storedRules));
  const valid = week.every((day) => !problemOf(day)) && rulesAreValid(rules);
  const guard = useLeaveGuard({
    opened: loaded,
    // A row that is still empty, or a time written in another way, is nothing to lose.
    isUnsaved: () => changed && draft.isUnsaved(),
    isLong: () => false,
    onLeave: draft.forget,
    onDiscard: draft.forget,
  });

  const store = async (): Promise<Sent<HoursForm> | null> => {
    const [newestWeek, newestProfile] = await Promise.all([
      readNewest(queryClient, availabilityQuery()),
      readNewest(queryClient, profileQuery()),
    ]);
    const newest = { week: weekForm(newestWeek), rules: rulesForm(newestProfile, today) };
    const sent = draft.over(hoursForm(newest.week, newest.rules));
    if (!sent) {
      focusDecision();
      return null;
    }
    const changes = hoursChanges(sent, newest.week, newest.rules);
    if (hasChanges(changes)) await saveAvailability({ ...changes, profile: newestProfile.id });
    return { sent, now: sent };
  };
  const save = async () => {
    let done;
    try {
      done = await store();
    } catch (error) {
      failureToast(SAVE_FAILED, error, HOURS_FORM);
      return;
    }
    if (!done) return;
    await Promise.all(
      ['availability_settings', 'profiles'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
    );
    // This screen stays: what was pressed meanwhile waits for the next save.
    draft.saved(done);
    toast.success('Настройки расписания сохранены');
  };

  return {
    draft,
    stored: loaded ? stored : null,
    week,
    rules,
    guard,
    loading: availability.isPending || profile.isPending,
    failed: availability.isError || profile.isError,
    missing: statusOf(profile.error) === 404,
    retrying: availability.isFetching || profile.isFetching,
    retry: () => void Promise.all([availability.refetch(), profile.refetch()]),
    canSave: changed && valid,
    sending,
    submit: () => {
      if (changed && valid) send(save);
    },
  };
}
