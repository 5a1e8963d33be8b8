import { LocalMailbox } from '#web/accounts/LocalMailbox.tsx';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

/** What is to be done between registering and the first sign-in; the toast that says it first is soon gone. */
export function RegisteredNotice({ email }: { email: string }) {
  return (
    <InlineBox kind="info">
      Письмо со&nbsp;ссылкой отправлено на&nbsp;{email}. Откройте её, чтобы подтвердить адрес, и&nbsp;войдите.
      <LocalMailbox />
    </InlineBox>
  );
}
