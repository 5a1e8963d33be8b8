import { badRequest } from '#domain/errors.ts';
import { TEMPLATE_LIMITS, TEMPLATES_FULL } from '#domain/templates/template.ts';
import { templateValues } from '#domain/templates/template-values.ts';
import { countTemplates } from '#server/practice/templates/count-templates.ts';
import { defineCollection } from '#server/records/collection.ts';
import { REFUSED } from '#server/records/refusals.ts';
import { insertRow } from '#server/records/store.ts';

/** Texts that a practitioner inserts into notes and texts about sessions. */
export const templates = defineCollection({
  name: 'templates',
  id: 'pbc_templates',
  fields: {
    user: { type: 'relation', to: 'users', writable: 'create' },
    name: { type: 'text', inWords: true, required: true, longest: TEMPLATE_LIMITS.nameMax },
    text: { type: 'text', required: true, longest: TEMPLATE_LIMITS.textMax },
    position: { type: 'number' },
  },
  order: 'position,created',
  access: { list: 'owner', view: 'owner', create: 'owner', update: 'owner', delete: 'owner' },
  schema: templateValues,
  create: () => async (action, row) => {
    // Under the practitioner's lock, so that of two simultaneous creates the second counts the first.
    if ((await countTemplates(action.write.trx, action.owner)) >= TEMPLATE_LIMITS.most) {
      throw badRequest(REFUSED.create, { name: { code: 'validation_too_many', message: TEMPLATES_FULL } });
    }
    return insertRow(action, 'templates', row);
  },
});
