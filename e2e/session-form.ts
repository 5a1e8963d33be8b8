import type { Locator, Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';

/** Goes from what is read of a session to its form. */
export async function edit(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Изменить', exact: true }).click();
}

/** Presses what is under «Ещё». */
export async function pressMore(dialog: Locator, name: string | RegExp): Promise<void> {
  await dialog.getByRole('button', { name: 'Ещё' }).click();
  await dialog.getByRole('group', { name: 'Ещё' }).getByRole('button', { name }).click();
}

/**
 * Presses a status on its label, as a person does: a forced press on the invisible radio misses while the form opens.
 */
export async function chooseStatus(form: Locator | Page, status: string): Promise<void> {
  const choice = form.getByRole('group', { name: 'Статус' });
  await choice.locator('label', { has: choice.page().getByText(status, { exact: true }) }).click();
  await becomes(() => choice.getByRole('radio', { name: status }).isChecked(), true);
}
