import type { RecordModel } from 'pocketbase';
import { TAGS_RULE } from '#domain/clients/tags.ts';
import { mistakeIn } from '#domain/rule.ts';
import { TEMPLATE_LIMITS } from '#domain/templates/template.ts';
import { type Kabinet, type Practitioner } from '#e2e/kabinet.ts';
import { inDays, moscow } from '#e2e/dates.ts';

/** Marks a text behind a card, to tell it from the name on the card. */
export const BEHIND = {
  client: '‹о клиенте›',
  news: '‹новости›',
  thoughts: '‹мысли›',
  note: '‹заметка›',
  template: '‹шаблон›',
} as const;

/** Yesterday, when every planted session took place. */
export const SESSION_DAY = inDays(-1);

const NAME_MAX = 200;
const PHONE_MAX = 50;
/** A valid phone needs digits; they are unique, because names can differ in their case alone. */
const DIGITS = 9162000;
const SHORT = '<svg onload=alert(xss=1)>';

export interface PlantedPractice {
  practitioner: Practitioner;
  payloads: readonly string[];
  clients: RecordModel[];
  /** Visitors' requests, each with as many payloads as fit a name. */
  requests: { name: string; phone: string; message: string }[];
}

/**
 * Creates a practice through the API, with a payload in every text that a person can write. At most 30, the length of a
 * list.
 */
export async function plantPractice(
  kabinet: Kabinet,
  email: string,
  payloads: readonly string[],
): Promise<PlantedPractice> {
  const practitioner = await kabinet.practitioner(email);
  const { api, id: user, link } = practitioner;
  const [first = ''] = payloads;
  await api.send('/api/profiles/check-licence', { method: 'POST', body: { licence_key: `VALID_${first}` } });
  const clients = await createAll(
    practitioner,
    'clients',
    payloads.map((payload, at) => ({
      name: payload,
      phone: phoneOf(payload, at),
      description: `${payload} ${BEHIND.client}`,
      source: payload,
      tags: mistakeIn(TAGS_RULE, [payload]) === null ? [payload, SHORT] : [SHORT],
    })),
  );
  await createAll(
    practitioner,
    'sessions',
    clients.map(({ id, name }) => ({
      client: id,
      date: moscow(`${SESSION_DAY}T12:00`),
      status: 'completed',
      description: name,
      news: `${name} ${BEHIND.news}`,
      thoughts: `${name} ${BEHIND.thoughts}`,
      allowOverlap: true,
    })),
  );
  await createAll(
    practitioner,
    'blog_posts',
    payloads.map((payload) => ({ title: payload, content: `${payload} ${BEHIND.note}`, date: inDays(0) })),
  );
  await createAll(
    practitioner,
    'templates',
    payloads.map((payload, position) => ({
      name: payload.length <= TEMPLATE_LIMITS.nameMax ? payload : SHORT,
      text: `${payload} ${BEHIND.template}`,
      position,
    })),
  );
  const week = Array.from({ length: 7 }, (_, day) => day);
  await createAll(
    practitioner,
    'availability_settings',
    week.map((day_of_week) => ({ day_of_week, start_time: '09:00', end_time: '18:00', is_available: true })),
  );
  const requests = packed(payloads).map((name, at) => ({ name, phone: phoneOf(name, at), message: name }));
  for (const [at, request] of requests.entries()) {
    const hour = String(9 + (at % 9)).padStart(2, '0');
    await kabinet.ask(link, `${inDays(2 + Math.floor(at / 9))}T${hour}:00`, request);
  }
  return { practitioner, payloads, clients, requests };

  async function createAll(owner: Practitioner, collection: string, bodies: object[]): Promise<RecordModel[]> {
    const batch = owner.api.createBatch();
    for (const body of bodies) batch.collection(collection).create({ user, ...body });
    return (await batch.send()).map(({ body }) => body);
  }
}

/** Changes the practitioner's own name, which visitors see. */
export async function rename({ api, id }: Practitioner, name: string): Promise<void> {
  const profile = await api.collection('profiles').getFirstListItem(api.filter('user = {:id}', { id }));
  await api.collection('profiles').update(profile.id, { name });
}

function phoneOf(payload: string, at: number): string {
  const digits = ` ${DIGITS + at}`;
  return (payload.length + digits.length <= PHONE_MAX ? payload : SHORT) + digits;
}

function packed(payloads: readonly string[]): string[] {
  const packs: string[] = [];
  for (const payload of payloads) {
    const longer = `${packs.at(-1) ?? ''} ${payload}`;
    if (packs.length > 0 && longer.length <= NAME_MAX) packs[packs.length - 1] = longer;
    else packs.push(payload);
  }
  return packs;
}
