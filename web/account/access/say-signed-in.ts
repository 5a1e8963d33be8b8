import { isSignInKept } from '#web/ground/api/client.ts';
import { AUTH_TEXT } from '#web/account/access/account-texts.ts';
import { toast } from '#web/ui/toast/toast.ts';

/**
 * Shows that the sign-in worked and, if the browser's storage is full or blocked, that it lasts only as long as the
 * page.
 */
export function saySignedIn(): void {
  toast.success(AUTH_TEXT.signedIn);
  if (!isSignInKept()) toast.info(AUTH_TEXT.notKept);
}
