import { storeChanges } from '#server/records/store.ts';
import { badRequest } from '#domain/errors.ts';
import { LICENCE_STATUSES, licenceStatus } from '#domain/profiles/licence.ts';
import { profileValues } from '#domain/profiles/profile-values.ts';
import { renamePractitioner } from '#server/practice/profiles/rename.ts';
import { LETTER_DEFAULTS } from '#domain/letters/letter.ts';
import { MONEY_LIMITS } from '#domain/money/money.ts';
import { PLACE_LIMITS } from '#domain/places/place-rules.ts';
import { LATE_CANCEL, VISIT_DEFAULTS } from '#domain/visits/visit-rules.ts';
import { refuseWithoutDocument } from '#server/practice/consents/documents.ts';
import { applyLetterRules } from '#server/practice/letters/choose-letters.ts';
import { licenceOf } from '#server/practice/profiles/stored-profile.ts';
import { defineCollection } from '#server/records/collection.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';

export const profiles = defineCollection({
  name: 'profiles',
  id: 'pbc_profiles',
  fields: {
    user: { type: 'relation', to: 'users', writable: 'create' },
    name: { type: 'text', inWords: true, required: true },
    booking_hash: { type: 'text', writable: 'server' },
    time_zone: { type: 'text' },
    license_key: { type: 'text', writable: 'server' },
    license_status: { type: 'select', values: LICENCE_STATUSES, writable: 'server', derived: true },
    license_verified_at: { type: 'date', writable: 'server' },
    license_expires_at: { type: 'date', writable: 'server' },
    min_notice_minutes: { type: 'number' },
    max_days_ahead: { type: 'number' },
    buffer_minutes: { type: 'number' },
    days_off: { type: 'json' },
    /** Since when the public page has its present URL; '' if it never changed. */
    link_since: { type: 'text', hidden: true, writable: 'server' },
    /** Whether the public page accepts requests. */
    accepting: { type: 'bool', initial: true },
    client_letters: { type: 'bool', initial: LETTER_DEFAULTS.client_letters },
    reminder_hours: { type: 'number', initial: LETTER_DEFAULTS.reminder_hours },
    quiet_from: { type: 'text', initial: LETTER_DEFAULTS.quiet_from },
    quiet_to: { type: 'text', initial: LETTER_DEFAULTS.quiet_to },
    sender_name: { type: 'text' },
    reply_to: { type: 'text' },
    place_address: { type: 'text' },
    place_link: { type: 'text', longest: PLACE_LIMITS.linkMax },
    messages: { type: 'json' },
    cancel_hours: { type: 'number', initial: VISIT_DEFAULTS.cancel_hours },
    move_hours: { type: 'number', initial: VISIT_DEFAULTS.move_hours },
    max_moves: { type: 'number', initial: VISIT_DEFAULTS.max_moves },
    late_cancel: { type: 'select', values: LATE_CANCEL, initial: VISIT_DEFAULTS.late_cancel },
    public_phone: { type: 'text' },
    ask_consent: { type: 'bool' },
    names_in_letters: { type: 'bool' },
    price: { type: 'number', nullable: true },
    late_paid: { type: 'bool' },
    no_show_paid: { type: 'bool' },
    pay_text: { type: 'text', longest: MONEY_LIMITS.payTextMax },
    pay_link: { type: 'text', longest: PLACE_LIMITS.linkMax },
    pay_in_letters: { type: 'bool' },
  },
  mustStayPlain: true,
  access: { list: 'owner', view: 'owner', create: 'anyone', update: 'owner', delete: 'nobody' },
  schema: profileValues,
  guest: { filter: 'booking_hash', fields: ['id', 'user', 'name', 'booking_hash'] },
  async receive() {
    // A registration creates the only one.
    throw badRequest('Failed to create record.', { user: FIELD_ERROR.notUnique });
  },
  update: (_call, body) => async (action, before, row) => {
    if (row.ask_consent && !before.ask_consent) await refuseWithoutDocument(action);
    const stored = await storeChanges(action, 'profiles', before, row);
    if (row.name !== before.name) await renamePractitioner(action, row.name);
    await applyLetterRules(action, { before, after: stored, isNamed: Object.hasOwn(body, 'client_letters') });
    return stored;
  },
  present: (wire, row, now) => ({ ...wire, license_status: licenceStatus(licenceOf(row), now) }),
});
