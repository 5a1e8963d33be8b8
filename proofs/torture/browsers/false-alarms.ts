import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright';
import { DESKTOP } from '#e2e/kabinet.ts';
import { demoIn, type Engine, signedIn, ways } from '#proofs/torture/browsers/demo-in.ts';
import { SlowLine } from '#proofs/torture/browsers/slow-line.ts';
import type { Figure } from '#proofs/torture/part.ts';

const ROUNDS = 50;
/** With an empty cache, programs of screens are under way as well. */
const ROUNDS_A_BROWSER = 5;
const SCREENS = ['Заметки', 'Календарь', 'Сессии', 'Онлайн-запись'];
const GOES_TO = '/dashboard/profile';

/** Leaves a page by its address while a screen loads or a note is saved: no word of a lost connection, and one gets there. */
export async function falseAlarms(engine: Engine, where: string, tell: (figure: Figure) => void): Promise<void> {
  await using demo = await demoIn(engine);
  using line = await SlowLine.open(demo.kabinet.url);
  const found: string[] = [];
  let person: BrowserContext | null = null;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % ROUNDS_A_BROWSER === 0) {
      await person?.close();
      person = await signedIn(await demo.browser.newContext(ways(line.url, DESKTOP)), demo.elena.stored);
      await person.addInitScript(keepAlarms);
    }
    if (person !== null) found.push(...(await leave(person, round)));
  }
  await person?.close();
  for (const each of found) console.log(`  ${engine}: ${each}`);
  tell({
    what: `false alarms over ${ROUNDS} navigations in the middle of loads and saves`,
    where,
    measured: String(found.length),
    wanted: '0',
    ok: found.length === 0,
  });
}

async function leave(person: BrowserContext, round: number): Promise<string[]> {
  const page = await person.newPage();
  page.on('dialog', (question) => void question.accept().catch(() => undefined));
  const what =
    round % 2 === 0 ? await beginToLoad(page, SCREENS[(round / 2) % SCREENS.length] ?? '') : await beginToSave(page);
  await sleep(20 + (round % 7) * 60);
  await page.goto(GOES_TO).catch((error: unknown) => error);
  const arrived = await page
    .getByRole('heading', { name: 'Профиль', level: 1 })
    .waitFor({ timeout: 20_000 })
    .then(
      () => [],
      () => [`${what}: ended at ${page.url()}`],
    );
  const alarms = await page.evaluate(() => {
    const kept: string[] = JSON.parse(localStorage.getItem('alarms') ?? '[]');
    localStorage.removeItem('alarms');
    return kept;
  });
  await page.close();
  return [...arrived, ...alarms.map((alarm) => `${what}: ${alarm}`)];
}

async function beginToLoad(page: Page, screen: string): Promise<string> {
  await page.goto('/dashboard');
  await page.getByRole('link', { name: screen }).first().click();
  return screen;
}

async function beginToSave(page: Page): Promise<string> {
  await page.goto('/dashboard/notes?note=new');
  await page.getByLabel('Заголовок').fill('О дороге');
  await page.getByLabel('Текст', { exact: true }).fill('Текст, который ещё не успел сохраниться.');
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  return 'a note';
}

/** Stores what the page says of a lost connection, also in its last moments. */
function keepAlarms(): void {
  const seen = new Set<string>();
  new MutationObserver(() => {
    for (const one of document.querySelectorAll('[role="alert"]')) {
      const text = one.textContent;
      if (!/Нет связи|Не удалось|Ошибка/.test(text) || seen.has(text)) continue;
      seen.add(text);
      const kept: string[] = JSON.parse(localStorage.getItem('alarms') ?? '[]');
      localStorage.setItem('alarms', JSON.stringify([...kept, text]));
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}
