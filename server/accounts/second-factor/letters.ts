import { aboutSignIn, type SecondFactorLetter, toAccount } from '#server/accounts/letters/letter-writers.ts';
import { ownerId } from '#server/ground/identity/actor.ts';
import { pageUrl } from '#server/ground/mail/letter-parts.ts';
import type { Letter } from '#server/ground/mail/render-letter.ts';
import type { LetterWriters } from '#server/ground/mail/write-letter.ts';
import { findFactor, unusedCodes } from '#server/accounts/second-factor/factor.ts';
import * as texts from '#server/accounts/second-factor/letter-texts.ts';

/** Writers of the letters about a second factor, by kind (SAFE-03). */
export const secondFactorLetters: Pick<LetterWriters, SecondFactorLetter> = {
  'second-factor-on': withSettings(texts.secondFactorOnLetter),
  'second-factor-off': withSettings(texts.secondFactorOffLetter),
  'second-factor-off-by-operator': withSettings(texts.secondFactorOffByOperatorLetter),
  'recovery-codes-made': withSettings(texts.recoveryCodesLetter),
  'recovery-code-used': aboutSignIn(async (url, { when, device }, { context, user }) => {
    const factor = await findFactor(context.db.read, ownerId(user));
    return texts.recoveryCodeUsedLetter(url, when, device, factor ? unusedCodes(factor).length : 0);
  }),
  'codes-refused': toAccount(async (context) => texts.codesRefusedLetter(pageUrl(context, '/auth'))),
};

function withSettings(compose: (url: string) => Letter): ReturnType<typeof toAccount> {
  return toAccount(async (context) => compose(pageUrl(context, '/dashboard/profile?section=access')));
}
