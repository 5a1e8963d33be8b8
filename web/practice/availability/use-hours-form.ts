import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { DayOff } from '#domain/profiles/profile.ts';
import { VISIT_DEFAULTS } from '#domain/visits/visit-rules.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import {
  HOURS_RULES,
  type HoursForm,
  hoursForm,
  isHoursFields,
  savedHours,
  type StoredHours,
} from '#web/practice/availability/hours-form.ts';
import { newDaysOff } from '#web/practice/availability/new-days-off.ts';
import { availabilityQuery } from '#web/practice/availability/queries.ts';
import { profileQuery } from '#web/practice/own-profile/queries.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { completeFields, keysOf } from '#web/practice/record-form/changed-fields.ts';
import { readNewest } from '#web/practice/record-form/save-record.ts';
import { type RecordForm, useRecordForm } from '#web/practice/record-form/use-record-form.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';
import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { pb } from '#web/ground/api/client.ts';
import { currentSession } from '#web/ground/api/session.ts';
import type { VisitorRules } from '#web/practice/availability/rules-form.ts';

/** Placeholder values, hidden until the stored hours are loaded. */
const NOT_LOADED: StoredHours = {
  week: [],
  profile: { id: '', min_notice_minutes: 0, max_days_ahead: 0, buffer_minutes: 0, days_off: [], ...VISIT_DEFAULTS },
};

interface HoursEditing extends RecordForm<HoursForm> {
  loaded: boolean;
  loading: boolean;
  failed: boolean;
  retry: () => void;
  canSave: boolean;
  /** The days off that a save has added; empty once they are handled. */
  newDaysOff: { days: readonly DayOff[]; save: number };
  forgetDaysOff: () => void;
}

const offers = (day: { is_available: boolean }) => day.is_available;

/** The form of the weekly hours and the visitors' rules. */
export function useHoursForm(today: Temporal.PlainDate): HoursEditing {
  const navigate = useNavigate();
  /** The first save of hours: the next step is to send the link. */
  const opensBooking = useRef(false);
  const availability = useQuery(availabilityQuery());
  const profile = useProfile();
  const [newDays, setNewDays] = useState<HoursEditing['newDaysOff']>({ days: [], save: 0 });
  const record = availability.data ? { week: availability.data, profile } : null;
  const form = useRecordForm<HoursForm, StoredHours>({
    name: 'hours',
    record,
    start: hoursForm(NOT_LOADED, today),
    isFields: isHoursFields,
    formOf: (stored) => hoursForm(stored, today),
    rules: HOURS_RULES,
    opened: record !== null,
    keptAsDraft: () => false,
    source: {
      read: async () => {
        const [week, newest] = await Promise.all([readNewest(availabilityQuery()), readNewest(profileQuery())]);
        return { week, profile: newest };
      },
      seed: () => undefined,
    },
    change: async (changes, newest) => {
      const saved = savedHours(changes, newest, today);
      opensBooking.current = !newest.week.some(offers) && saved.days.some(offers);
      await saveAvailability({ ...saved, profile: newest.profile.id });
      const days = newDaysOff(newest.profile.days_off, saved.rules.days_off ?? [], today);
      setNewDays(({ save }) => ({ days, save: save + 1 }));
      await readAgain(['availability_settings', 'profiles']);
    },
    stays: true,
    onSaved: () =>
      toast.success(
        'Настройки расписания сохранены',
        opensBooking.current
          ? {
              action: {
                text: 'Отправить ссылку',
                onPress: () => void navigate({ to: '/dashboard/online-booking' }),
              },
            }
          : {},
      ),
    onFailure: (error, id) => failureToast('Не удалось сохранить настройки доступности', error, id),
  });
  const { changes, errors } = completeFields({ rules: HOURS_RULES }, form.values, form.draft.stored);

  return {
    ...form,
    errors: { ...form.errors, ...errors },
    loaded: record !== null,
    loading: availability.isPending,
    failed: availability.isError,
    retry: () => void availability.refetch(),
    newDaysOff: newDays,
    forgetDaysOff: () => setNewDays(({ save }) => ({ days: [], save })),
    canSave: keysOf(changes).length > 0 && keysOf(errors).length === 0,
  };
}

interface Changes {
  days: readonly (WeekdayHours & { id: string | null })[];
  rules: Partial<VisitorRules>;
  /** The id of the profile, which holds the rules. */
  profile: string;
}

/** Saves the changes of the screen in one batch: all of them or none. */
async function saveAvailability({ days, rules, profile }: Changes): Promise<void> {
  const session = currentSession();
  if (session.status !== 'user') throw new Error('User not authenticated');
  const batch = pb.createBatch();
  const settings = batch.collection('availability_settings');
  for (const { id, ...hours } of days) {
    if (id === null) settings.create({ user: session.user.id, ...hours });
    else settings.update(id, hours);
  }
  if (Object.keys(rules).length > 0) batch.collection('profiles').update(profile, rules);
  await batch.send();
}
