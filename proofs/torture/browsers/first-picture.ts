import type { BrowserContext } from 'playwright';
import { PHONE } from '#e2e/kabinet.ts';
import { demoIn, type Engine, signedIn, ways } from '#proofs/torture/browsers/demo-in.ts';
import { SlowLine } from '#proofs/torture/browsers/slow-line.ts';
import type { Figure } from '#proofs/torture/part.ts';

const ROUNDS = 5;
const MOST = 1.3;

/** The first picture of WebKit and of Chromium at 390, with an empty cache over a slow line, from the first request on. */
export async function firstPictures(where: string, tell: (figure: Figure) => void): Promise<void> {
  const chromium = await picturesIn('chromium');
  const webkit = await picturesIn('webkit');
  for (const screen of ['dashboard', 'public page'] as const) {
    const ratio = webkit[screen] / chromium[screen];
    tell({
      what: `first picture of the ${screen} at 390, over 150 ms and 200 KB/s, ÷ Chromium's`,
      where,
      measured: `${ratio.toFixed(2)} (${webkit[screen].toFixed(0)} ÷ ${chromium[screen].toFixed(0)} ms)`,
      wanted: `≤ ${MOST}`,
      ok: ratio <= MOST,
    });
  }
}

async function picturesIn(engine: Engine): Promise<Record<'dashboard' | 'public page', number>> {
  await using demo = await demoIn(engine);
  using line = await SlowLine.open(demo.kabinet.url);
  const times = { dashboard: [] as number[], 'public page': [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const person = await signedIn(await demo.browser.newContext(ways(line.url, PHONE)), demo.elena.stored);
    times.dashboard.push(await firstPicture(person, line, '/dashboard'));
    await person.close();
    const visitor = await demo.browser.newContext(ways(line.url, PHONE));
    times['public page'].push(await firstPicture(visitor, line, new URL(demo.elena.link).pathname));
    await visitor.close();
  }
  return { dashboard: median(times.dashboard), 'public page': median(times['public page']) };
}

async function firstPicture(context: BrowserContext, line: SlowLine, path: string): Promise<number> {
  const page = await context.newPage();
  // WebKitGTK starts a process with the first page of a site, which Safari has ready; nothing of a page is cached by this.
  await page.goto('/api/health');
  line.rest();
  await page.goto(path);
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const at = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return performance.timeOrigin + (paint?.startTime ?? Infinity);
  });
  return at - line.firstAskedAt;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Infinity;
}
