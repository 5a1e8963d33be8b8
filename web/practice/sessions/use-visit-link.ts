import { useMutation } from '@tanstack/react-query';
import { forgetMessageLink } from '#web/practice/messages/queries.ts';
import { makeVisitLink, revokeVisitLink } from '#web/practice/messages/visit-links.ts';
import type { SessionRecord } from '#web/practice/sessions/queries.ts';
import { whoAndWhen } from '#web/practice/sessions/who-and-when.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { copyText } from '#web/ui/dialog/copy-text.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** Copies a link by which the client moves or cancels the session, and ends all such links (VISIT-04). */
export function useVisitLink(session: SessionRecord, timeZone: string) {
  const { id } = session;
  const who = whoAndWhen(session, timeZone);
  const making = useMutation({
    mutationFn: async () => {
      if (await copyText(makeVisitLink(id), 'Не\u00A0удалось скопировать ссылку'))
        toast.success(who, { title: 'Ссылка скопирована' });
    },
    onError: (error) => failureToast('Не\u00A0удалось сделать ссылку', error),
  });
  const revoke = async () => {
    const revoked = await confirm({
      title: 'Отозвать ссылку?',
      text: `${who}. Все ссылки на\u00A0эту сессию перестанут открываться, и\u00A0те, что ушли в\u00A0письмах. Новую можно сделать в\u00A0любой момент.`,
      button: 'Отозвать',
      run: () => revokeVisitLink(id),
      failed: 'Не\u00A0удалось отозвать ссылку',
    });
    if (!revoked) return;
    forgetMessageLink(id);
    toast.success(who, { title: 'Ссылка отозвана' });
  };
  return { copy: () => submitOnce(making, undefined), revoke: () => void revoke() };
}
