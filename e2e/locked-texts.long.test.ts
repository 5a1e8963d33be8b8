import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { onKabinet, PHONE, practice } from '#e2e/kabinet.ts';
import { lead } from '#e2e/lead.ts';
import { longLook } from '#e2e/long-steps.ts';
import { edit } from '#e2e/session-form.ts';

const kabinet = onKabinet();

const NOT_OPENED = /^Текст не\sоткрывается/;

/** Damages the envelope of every row that has one. */
function damageEnvelopes(): number {
  const db = new DatabaseSync(kabinet.databaseFile);
  const tables = ['clients', 'sessions', 'blog_posts', 'booking'];
  const damaged = tables.map((table) => {
    const sealed = `substr(sealed, 1, 60) || case substr(sealed, 61, 1) when 'A' then 'B' else 'A' end || substr(sealed, 62)`;
    return Number(db.prepare(`update ${table} set sealed = ${sealed} where sealed <> ''`).run().changes);
  });
  db.close();
  return damaged.reduce((sum, count) => sum + count);
}

test('texts that do not open are said to be there, and nothing is written over them', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'locked-texts');
  const { api } = elena;
  const dialog = page.getByRole('dialog');
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  const client = await api
    .collection('clients')
    .create({ name: 'Анна Ли', phone: '+7 916 204-18-35', description: 'Тайна описания' });
  const session = await api.collection('sessions').create({
    client: client.id,
    date: '2026-11-16 09:00:00.000Z',
    status: 'completed',
    news: 'Тайна новостей',
  });
  const note = await api
    .collection('blog_posts')
    .create({ title: 'Тайна заметки', content: 'Тайна текста', date: '2026-11-16 00:00:00.000Z' });
  const envelopes = () => {
    const db = new DatabaseSync(kabinet.databaseFile, { readOnly: true });
    const rows = ['clients', 'sessions', 'blog_posts'].map((table) => db.prepare(`select sealed from ${table}`).all());
    db.close();
    return JSON.stringify(rows);
  };
  await kabinet.kill();
  assert.equal(damageEnvelopes(), 3);
  await kabinet.revive();
  const before = envelopes();

  await step('SEAL-02 a client whose description does not open can be read and changed', async () => {
    await page.goto(`/dashboard?client=${client.id}`);
    await dialog.getByText(NOT_OPENED).first().waitFor();
    assert.equal(await dialog.getByText('Нет описания').count(), 0);
    await press('Редактировать');
    await dialog.getByText(/Сохранённое остаётся как есть/).waitFor();
    assert.equal(await dialog.getByLabel('Описание').count(), 0);
    assert.deepEqual(await longLook(page, 'form of a client'), []);
    await dialog.getByLabel('Имя').fill('Анна Иванова');
    await press('Сохранить');
    await page.getByText('Данные клиента обновлены').waitFor();
    const stored = await api.collection('clients').getOne(client.id);
    assert.deepEqual([stored['name'], 'description' in stored], ['Анна Иванова', false]);
  });

  await step('SEAL-02 a session whose texts do not open can be moved, and keeps them', async () => {
    await lead(page, `/dashboard/sessions?session=${session.id}`);
    await dialog.getByText(NOT_OPENED).first().waitFor();
    await edit(dialog);
    await dialog.getByRole('textbox', { name: 'Продолжительность, мин' }).fill('75');
    await press('Далее');
    await dialog
      .getByText(/Сохранённое остаётся как есть/)
      .first()
      .waitFor();
    assert.equal(await dialog.getByLabel('Новости клиента').count(), 0);
    assert.deepEqual(await longLook(page, 'step 2'), []);
    await press('Сохранить');
    await page.getByText('Сессия обновлена').waitFor();
    const stored = await api.collection('sessions').getOne(session.id);
    assert.deepEqual([stored['duration'], 'news' in stored], [75, false]);
  });

  await step(
    'SEAL-02 a note that does not open is named so in its list and on its page, and is not shared',
    async () => {
      await page.setViewportSize(PHONE);
      await lead(page, '/dashboard/notes');
      await page.getByRole('heading', { name: NOT_OPENED }).waitFor();
      assert.deepEqual(await longLook(page, 'notes'), []);
      await lead(page, `/dashboard/notes?note=${note.id}`);
      await page.getByRole('article', { name: NOT_OPENED }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Поделиться' }).count(), 0);
      await lead(page, `/dashboard/notes?note=${note.id}&edit=1`);
      await page.getByText(NOT_OPENED).first().waitFor();
      assert.deepEqual(await longLook(page, 'editor'), []);
      await page.getByLabel('Дата', { exact: true }).fill('17.11.2026');
      await page.getByRole('button', { name: 'Сохранить' }).click();
      await page.getByText('Заметка обновлена').waitFor();
      assert.match(String((await api.collection('blog_posts').getOne(note.id))['date']), /^2026-11-17/);
      assert.equal(envelopes(), before);
    },
  );
});
