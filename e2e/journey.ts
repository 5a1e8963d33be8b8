import type { TestContext } from 'node:test';
import type { BrowserContext } from 'playwright';

/** Steps that build on each other: the first failure ends the journey, with a screenshot of every page. */
export function journey(t: TestContext, name: string, people: () => BrowserContext[]) {
  let broken = false;
  return async (title: string, walk: () => Promise<void> | void): Promise<void> => {
    await t.test(title, async (inner) => {
      if (broken) return inner.skip('an earlier step failed');
      broken = true;
      try {
        await walk();
      } catch (error) {
        // Nothing of the program has failed where a driver cannot take a step.
        if (error instanceof Error && error.message.includes('the driver cannot: ')) broken = false;
        const pages = people().flatMap((person) => person.pages());
        await Promise.all(
          pages.map((page, index) => page.screenshot({ path: `test-results/${name}-${index}.png` }).catch(() => null)),
        );
        throw error;
      }
      broken = false;
    });
  };
}
