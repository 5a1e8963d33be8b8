import type { RecordRules } from '#web/practice/record-form/save-record.ts';

/** The save began under another sign-in: its response must not reach the cache or the screen of this one. */
export class SignInEnded extends Error {
  override readonly name = 'SignInEnded';
}

/** Returns the same rules, whose requests throw once the account that began the save is signed out. */
export function whileSignedIn<Form extends object, Stored>(
  rules: RecordRules<Form, Stored>,
  account: () => string,
): RecordRules<Form, Stored> {
  const owner = account();
  const guarded =
    <Args extends unknown[], Result>(request: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (account() !== owner) throw new SignInEnded();
      const result = await request(...args);
      if (account() !== owner) throw new SignInEnded();
      return result;
    };
  return {
    ...rules,
    create: rules.create && guarded(rules.create),
    change: guarded(rules.change),
    source: { ...rules.source, read: guarded(rules.source.read) },
  };
}
