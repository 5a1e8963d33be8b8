import { useMutation } from '@tanstack/react-query';
import { pb } from '#web/ground/api/client.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { Switch } from '#web/ui/form/Switch.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';

/** Whether letters to the practitioner contain the names of clients (NEWS-02). */
export function OwnLettersSection() {
  const { id, names_in_letters } = useProfile();
  const change = useMutation({
    mutationFn: (chosen: boolean) => pb.collection('profiles').update(id, { names_in_letters: chosen }),
    onSuccess: () => readAgain(['profiles']),
    onError: (error) => failureToast('Не\u00A0удалось сохранить', error),
  });
  return (
    <ProfileSection title="Письма мне">
      <Switch
        label="Имена в&nbsp;письмах мне"
        description="Письма о&nbsp;переносах, отменах и&nbsp;заявках скажут, о&nbsp;ком они. Почта идёт через чужие серверы, а&nbsp;письмо видно на&nbsp;заблокированном экране, поэтому без этого в&nbsp;них только время. В&nbsp;теме письма имени нет никогда."
        checked={change.isPending ? change.variables : names_in_letters}
        disabled={change.isPending}
        onChange={(event) => submitOnce(change, event.currentTarget.checked)}
      />
    </ProfileSection>
  );
}
