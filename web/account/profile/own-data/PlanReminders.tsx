import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { pb } from '#web/ground/api/client.ts';
import { type ProfileRecord, profileQuery } from '#web/practice/own-profile/queries.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { cached } from '#web/practice/record-form/save-record.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** An import schedules no reminders; here the practitioner starts them (LETTER-04). */
export function PlanReminders() {
  const { id } = useProfile();
  const planning = useMutation({
    mutationFn: () => pb.collection('profiles').update<ProfileRecord>(id, { client_letters: true }),
    onSuccess: (profile) => {
      cached(profileQuery()).seed(profile);
      toast.success('Напоминания включены');
    },
    onError: (error) => failureToast('Не\u00A0удалось включить напоминания', error),
  });
  return (
    <InlineBox kind="info">
      <p>Напоминания о&nbsp;загруженных сессиях начнут уходить, когда вы&nbsp;включите их&nbsp;здесь.</p>
      <Button variant="default" loading={planning.isPending} onClick={() => planning.mutate()}>
        Отправлять напоминания
      </Button>
    </InlineBox>
  );
}
