import { pb } from '#web/ground/api/client.ts';
import { ownId } from '#web/ground/api/session.ts';
import { type Attempt, createOnce } from '#web/practice/record-form/create-once.ts';
import type { Place } from '#web/practice/templates/order.ts';
import type { TemplateRecord } from '#web/practice/templates/queries.ts';

/** The form values of a template. */
export interface TemplateForm {
  name: string;
  text: string;
}

/** The limit of one batch. */
const TOGETHER = 50;

export function addTemplate(attempt: Attempt, form: TemplateForm, position: number): Promise<TemplateRecord> {
  return createOnce<TemplateRecord>(pb.collection('templates'), {
    ...attempt,
    create: { user: ownId(), position, ...form },
    update: { ...form },
  });
}

export function changeTemplate(id: string, changes: Partial<TemplateForm>): Promise<TemplateRecord> {
  return pb.collection('templates').update<TemplateRecord>(id, changes);
}

export function deleteTemplate(id: string): Promise<boolean> {
  return pb.collection('templates').delete(id);
}

/** Restores a deleted template under its id. */
export async function bringBack({ id, name, text, position }: TemplateRecord): Promise<void> {
  await pb.collection('templates').create({ id, user: ownId(), name, text, position });
}

export async function moveTemplates(places: readonly Place[]): Promise<void> {
  for (let at = 0; at < places.length; at += TOGETHER) {
    const batch = pb.createBatch();
    for (const { id, position } of places.slice(at, at + TOGETHER)) {
      batch.collection('templates').update(id, { position });
    }
    // One after another, so that the order is never inconsistent.
    await batch.send();
  }
}
