import { LocalMailbox } from '#web/account/access/LocalMailbox.tsx';
import { ResendVerification } from '#web/account/access/ResendVerification.tsx';
import { AUTH_TEXT } from '#web/account/access/account-texts.ts';
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
