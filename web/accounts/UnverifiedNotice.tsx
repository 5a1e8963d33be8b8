import { LocalMailbox } from '#web/accounts/LocalMailbox.tsx';
import { ResendVerification } from '#web/accounts/ResendVerification.tsx';
import { AUTH_TEXT } from '#web/accounts/account-texts.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

/** Why an unverified account cannot sign in, and what to do about it (AUTH-04). */
export function UnverifiedNotice({ email }: { email: string }) {
  return (
    <InlineBox kind="warning" announce>
      {AUTH_TEXT.unverified}
      <LocalMailbox />
      <br />
      <ResendVerification email={email} />
    </InlineBox>
  );
}
