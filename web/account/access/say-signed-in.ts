import { isSignInKept } from '#web/ground/api/client.ts';
import { AUTH_TEXT } from '#web/account/access/account-texts.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** Says that the sign-in worked, and that it lasts as long as the page where the browser's storage is full or refused. */
export function saySignedIn(): void {
  toast.success(AUTH_TEXT.signedIn);
  if (!isSignInKept()) toast.info(AUTH_TEXT.notKept);
}
