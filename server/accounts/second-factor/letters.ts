import { aboutSignIn, type SecondFactorLetter, toAccount } from '#server/accounts/letters/letter-writers.ts';
import { ownerId } from '#server/ground/identity/actor.ts';
import { pageUrl } from '#server/ground/mail/letter-parts.ts';
import { type LetterText, withButton } from '#server/ground/mail/render-letter.ts';
import type { LetterWriters } from '#server/ground/mail/write-letter.ts';
import { findFactor, unusedCodes } from '#server/accounts/second-factor/factor.ts';
import { FACTOR_TEXTS, recoveryCodeUsedText } from '#server/accounts/second-factor/letter-texts.ts';

/** Writers of the letters about a second factor, by kind (SAFE-03). */
export const secondFactorLetters: Pick<LetterWriters, SecondFactorLetter> = {
  'second-factor-on': withSettings(FACTOR_TEXTS['second-factor-on']),
  'second-factor-off': withSettings(FACTOR_TEXTS['second-factor-off']),
  'second-factor-off-by-operator': withSettings(FACTOR_TEXTS['second-factor-off-by-operator']),
  'recovery-codes-made': withSettings(FACTOR_TEXTS['recovery-codes-made']),
  'recovery-code-used': aboutSignIn(async ({ when, device }, { context, user }) => {
    const factor = await findFactor(context.db.read, ownerId(user));
    return recoveryCodeUsedText(when, device, factor ? unusedCodes(factor).length : 0);
  }),
  'codes-refused': toAccount((context) => withButton(FACTOR_TEXTS['codes-refused'], pageUrl(context, '/auth'))),
};

function withSettings(text: LetterText): ReturnType<typeof toAccount> {
  return toAccount((context) => withButton(text, pageUrl(context, '/dashboard/profile?section=access')));
}
