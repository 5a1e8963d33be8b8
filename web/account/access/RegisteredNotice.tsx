import { LocalMailbox } from '#web/account/access/LocalMailbox.tsx';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

/** What to do between registering and the first sign-in; the toast with the same text disappears soon. */
export function RegisteredNotice({ email }: { email: string }) {
  return (
    <InlineBox kind="info">
      Письмо отправлено на&nbsp;{email}. Откройте ссылку из&nbsp;письма, чтобы подтвердить адрес, и&nbsp;войдите.
      <LocalMailbox />
    </InlineBox>
  );
}
