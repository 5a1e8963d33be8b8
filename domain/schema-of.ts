import { z } from 'zod';
import { type Check, firstMistake, type Rule } from '#domain/rule.ts';

/** Returns the schema of a text by its rule, in the issues of zod: its parsed text is the clean one. */
export function textSchema({ clean = (text) => text, checks }: Rule<string>): z.ZodString {
  return z.string().overwrite(clean).check(checkedBy(checks));
}

/** Returns a check for a schema: the first mistake as an issue. */
export function checkedBy<Value extends string | number | readonly string[]>(
  checks: readonly Check<Value>[],
): z.core.CheckFn<Value> {
  return ({ value, issues }) => {
    const mistake = firstMistake(checks, value);
    if (!mistake) return;
    const { text: message, ...why } = mistake;
    const issue = { ...why, origin: Array.isArray(value) ? 'array' : typeof value, input: value, message };
    issues.push(issue as z.core.$ZodRawIssue);
  };
}
