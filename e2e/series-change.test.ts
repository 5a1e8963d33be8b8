import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outlined } from '#e2e/forced-colours.ts';
import { becomes } from '#e2e/becomes.ts';
import { onKabinet, practice } from '#e2e/kabinet.ts';
import { inDays, shown } from '#e2e/dates.ts';
import { lead } from '#e2e/lead.ts';
import { longLook, longSteps } from '#e2e/long-steps.ts';
import { weekly } from '#e2e/series-practice.ts';
import { edit } from '#e2e/session-form.ts';
import { toast } from '#e2e/toast.ts';

const kabinet = onKabinet();
const DAYS = [2, 9, 16, 23, 30, 37, 44, 51].map(inDays);

test('sessions of a series are changed', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'series-change');
  const longStep = longSteps(step);
  const { api } = elena;
  const { at, starts } = await weekly(elena, { name: 'Алёна Белова', from: 2, count: 8 });
  const dialog = page.getByRole('dialog');
  const press = (name: string | RegExp) => dialog.getByRole('button', { name, exact: true }).click();
  const choose = (name: string) => dialog.getByRole('radio', { name }).check({ force: true });
  const openSessions = async () => {
    await page.goto('/dashboard/sessions');
    await page.getByText('Алёна Белова').first().waitFor();
  };
  /** Opens a session, moves it to another time of its day, and presses «Сохранить». */
  const moveTo = async (id: string, time: string) => {
    await dialog.waitFor({ state: 'detached' });
    await lead(page, `/dashboard/sessions?session=${id}`);
    await edit(dialog);
    await dialog.getByRole('combobox', { name: 'Время' }).click();
    await page.getByRole('option', { name: time, exact: true }).click();
    await press('Далее');
    await press('Сохранить');
    await dialog.getByText('Какие сессии изменить?').waitFor();
  };
  const expect = (...times: string[]) => DAYS.map((day, index) => `${day} ${times[index]}`);

  await openSessions();

  await step('SERIES-05 «Только эту» moves one session', async () => {
    await moveTo(at(1), '12:00');
    assert.equal(await dialog.getByRole('radio', { name: 'Только эту' }).isChecked(), true);
    await press('Изменить эту сессию');
    await page.getByText('Сессия обновлена').waitFor();
    assert.deepEqual(await starts(), expect('10:00', '12:00', ...Array<string>(6).fill('10:00')));
  });

  await step('SERIES-05 «Эту и следующие» says what moves, what stays and why, and can be taken back', async () => {
    await api.collection('sessions').update(at(4), { description: 'Попросила о другом' });
    await api.collection('sessions').update(at(5), { status: 'canceled' });
    await moveTo(at(2), '11:30');
    await choose('Эту и следующие');
    assert.deepEqual(await outlined(dialog.getByRole('radio')), ['Эту и следующие']);
    await dialog.getByText('С этой сессии: изменятся 4 сессии, 2 останутся как есть.').waitFor();
    const kept = dialog.getByRole('region', { name: 'Останутся как есть' });
    const rows = new RegExp(`${shown(inDays(30))} 10:00\\s+есть записи\\s+${shown(inDays(37))} 10:00\\s+отменена`);
    // Their dates come with another response than the sentence above.
    await becomes(async () => rows.test(await kept.innerText()), true);
    assert.deepEqual(await longLook(page, 'which sessions'), []);
    await press('Изменить 4 сессии');
    await page.getByText('Изменены 4 сессии, без изменений 2').waitFor();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await starts(), expect('10:00', '12:00', '11:30', '11:30', '10:00', '10:00', '11:30', '11:30'));

    await toast(page, 'Серия изменена').getByRole('button', { name: 'Вернуть' }).click();
    await page.getByText('Серия снова на прежнем месте').waitFor();
    assert.deepEqual(await starts(), expect('10:00', '12:00', ...Array<string>(6).fill('10:00')));
  });

  await longStep('SERIES-05 what another tab changed meanwhile is shown before anything is saved', async () => {
    // A tab whose realtime stream is broken learns of nothing by itself.
    await page.route('**/api/realtime', (route) => route.abort());
    await openSessions();
    await moveTo(at(6), '13:00');
    await choose('Все будущие');
    await dialog.getByText(': изменятся 4 сессии, 2 останутся как есть').waitFor();
    await api.collection('sessions').update(at(3), { description: 'Другая вкладка' });
    await press('Изменить 4 сессии');
    await dialog.getByText('Пока вы решали, расписание изменилось').waitFor();
    assert.equal((await starts())[6], `${inDays(44)} 10:00`);
    await page.unroute('**/api/realtime');
    await press('Изменить 3 сессии');
    await page.getByText('Изменены 3 сессии, без изменений 3').waitFor();
    assert.deepEqual(
      (await starts()).slice(2),
      expect('', '', '13:00', '10:00', '10:00', '10:00', '13:00', '13:00').slice(2),
    );
  });

  await longStep(
    'SERIES-05 a lost response leaves the question open, and a second press changes nothing twice',
    async () => {
      await moveTo(at(6), '15:00');
      await choose('Эту и следующие');
      await page.route('**/change', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await press('Изменить 2 сессии');
      await page.getByText('Нет связи с сервером').first().waitFor();
      assert.equal(await dialog.getByText('Какие сессии изменить?').isVisible(), true);
      await page.unroute('**/change');
      // With the connection back the plan is read again: a press may still be for the plan before, and ask once more.
      const [agree, done] = [dialog.getByRole('button', { name: /^Изменить / }), page.getByText('Сессия обновлена')];
      const pressUntilDone = async (): Promise<boolean> => {
        // The dialog may close before the press.
        if (await agree.isVisible()) await agree.click({ timeout: 1000 }).catch(() => undefined);
        return done.isVisible();
      };
      await becomes(pressUntilDone, true);
      assert.deepEqual((await starts()).slice(6), expect(...Array<string>(8).fill('15:00')).slice(6));
      assert.equal((await starts()).length, 8);
    },
  );
});
