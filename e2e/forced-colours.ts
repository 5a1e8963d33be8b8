import type { Locator } from 'playwright';
import { oneLine } from '#e2e/one-line.ts';

/** Returns what marks the edge of each where backgrounds and shadows are gone; of a switch, of its track. */
export async function edges(places: Locator): Promise<('outline' | 'border' | 'none')[]> {
  const page = places.page();
  await page.emulateMedia({ forcedColors: 'active' });
  const found = await places.evaluateAll((all) =>
    all.map((one) => {
      const track = one.matches('[role="switch"]') ? one.nextElementSibling : null;
      const { outlineStyle, outlineWidth, borderTopWidth } = getComputedStyle(track ?? one);
      if (outlineStyle === 'solid' && outlineWidth !== '0px') return 'outline';
      return borderTopWidth === '0px' ? 'none' : 'border';
    }),
  );
  await page.emulateMedia({ forcedColors: null });
  return found;
}

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
  return names.map(oneLine);
}
