const TOTP = { digits: 6, stepSeconds: 30 } as const;

/** Clocks of phones differ: the code of one step earlier and of one step later is right too. */
const STEPS_BESIDE = 1;

/** HMAC-SHA-1 of a message. */
export type HmacSha1 = (key: Uint8Array, message: Uint8Array) => Uint8Array;

/** Returns the number of the half minute since 1970 that an instant lies in. */
export function stepAt(now: Temporal.Instant): number {
  return Math.floor(now.epochMilliseconds / 1000 / TOTP.stepSeconds);
}

/** Returns the code of an authenticator app in a step (RFC 6238 with SHA-1): six digits. */
export function totpCode(hmac: HmacSha1, secret: Uint8Array, step: number): string {
  const message = new DataView(new ArrayBuffer(8));
  message.setBigUint64(0, BigInt(step));
  const mac = hmac(secret, new Uint8Array(message.buffer));
  const view = new DataView(mac.buffer, mac.byteOffset, mac.byteLength);
  const number = view.getUint32((mac.at(-1) ?? 0) & 0xf) & 0x7f_ff_ff_ff;
  return String(number % 10 ** TOTP.digits).padStart(TOTP.digits, '0');
}

/**
 * Returns the step whose code this is, now or one step before or after; null where there is none after `lastStep`, so that a code
 * is good once and none before a used one. Spaces in the code do not matter.
 */
export function matchStep(
  hmac: HmacSha1,
  { secret, lastStep }: { secret: Uint8Array; lastStep: number },
  code: string,
  now: Temporal.Instant,
): number | null {
  const digits = code.replaceAll(/\s/g, '');
  const present = stepAt(now);
  for (let step = present - STEPS_BESIDE; step <= present + STEPS_BESIDE; step += 1) {
    if (step > lastStep && totpCode(hmac, secret, step) === digits) return step;
  }
  return null;
}

/** Returns the address that an authenticator app reads from a picture; `secret` is in base32. */
export function totpUri(secret: string, email: string): string {
  const issuer = encodeURIComponent('Кабинет');
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secret}&issuer=${issuer}`;
}
