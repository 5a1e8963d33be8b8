import type PocketBase from 'pocketbase';
import { isTokenExpired } from 'pocketbase';

/** Returns whether the SDK takes its token as valid at `now`: it compares with the machine's clock, a test has its own. */
export function isValidAt(pb: PocketBase, now: Temporal.Instant): boolean {
  return !isTokenExpired(pb.authStore.token, (now.epochMilliseconds - Date.now()) / 1000);
}
