import type { Locator } from 'playwright';

/** Returns the names of those radio buttons that have an outline where a system allows its own few colours alone. */
export async function outlined(radios: Locator): Promise<string[]> {
  const page = radios.page();
  await page.emulateMedia({ forcedColors: 'active' });
  const names = await radios.evaluateAll((all) =>
    all
      .filter((one) => getComputedStyle(one.parentElement ?? one).outlineStyle === 'solid')
      .map((one) => one.ariaLabel ?? one.parentElement?.innerText ?? ''),
  );
  await page.emulateMedia({ forcedColors: null });
  return names;
}
