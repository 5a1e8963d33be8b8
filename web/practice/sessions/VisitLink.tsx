import { Button, TextInput } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { makeVisitLink, revokeVisitLink } from '#web/practice/sessions/actions.ts';
import type { SessionRecord } from '#web/practice/sessions/queries.ts';
import classes from '#web/practice/sessions/SessionForm.module.css';
import { whoAndWhen } from '#web/practice/sessions/who-and-when.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { copyComing } from '#web/ui/page/copy-coming.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

interface VisitLinkProps {
  session: SessionRecord;
  timeZone: string;
}

/** Copies a link by which the client moves or cancels the session, and ends all such links (VISIT-04). */
export function VisitLink({ session, timeZone }: VisitLinkProps) {
  const { id } = session;
  /** The link that the browser did not copy. */
  const [left, setLeft] = useState('');
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const who = whoAndWhen(session, timeZone);
  const making = useMutation({
    mutationFn: async () => {
      const link = makeVisitLink(id);
      const wanted = link.then((url) => {
        if (!shown.current) throw new Error('The dialog of the session is closed.');
        return url;
      });
      const copied = copyComing(wanted).then(
        () => true,
        () => false,
      );
      const url = await link;
      const done = await copied;
      setLeft(done ? '' : url);
      if (done) toast.success(who, { title: 'Ссылка скопирована' });
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
    setLeft('');
    toast.success(who, { title: 'Ссылка отозвана' });
  };
  return (
    <div className={classes.link}>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconLink aria-hidden size={18} stroke={1.6} />}
          aria-busy={making.isPending}
          onClick={() => submitOnce(making, undefined)}
        >
          Ссылка для клиента
        </Button>
        <Button variant="subtle" onClick={() => void revoke()}>
          Отозвать ссылку
        </Button>
      </div>
      {left && (
        <TextInput
          readOnly
          ref={focus}
          label="Скопируйте ссылку отсюда"
          description="Браузер не&nbsp;разрешил сделать это за&nbsp;вас."
          value={left}
          onFocus={({ currentTarget }) => currentTarget.select()}
          // Within the form of the session, Enter would submit it.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
    </div>
  );
}

/** Once, when the field appears. */
const focus = (field: HTMLInputElement | null) => field?.focus();
