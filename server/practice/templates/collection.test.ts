import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEMPLATE_LIMITS } from '#domain/templates/template.ts';
import { exported, filesOf, imported, zipOf } from '#proofs/support/archive.ts';
import { followRecords } from '#proofs/support/followed-records.ts';
import { insertSealed } from '#proofs/support/rows.ts';
import { refusalOf, onServer, type TestPractitioner } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';

const FIRST = { name: 'Первая встреча', text: 'Запрос:\n\nЧто уже пробовали:\n' };
const NOW = '2026-11-21 09:00:00.000Z';

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  const codes = async (call: Promise<unknown>) => (await refusalOf(call)).codes;
  const names = async ({ pb }: TestPractitioner, query: object = {}) =>
    (await pb.collection('templates').getList(1, 500, query)).items.map(({ name }) => name);

  const fill = (owner: string, count: number) =>
    server.context.db.write((write) =>
      insertSealed(
        write,
        'templates',
        Array.from({ length: count }, (_, at) => ({
          id: newRecordId(),
          created: NOW,
          updated: NOW,
          user: owner,
          name: `Шаблон ${at}`,
          text: 'Текст',
          position: 0,
        })),
      ),
    );

  it('CARD-04 a template has a name and a text that begins and ends as it was typed', async () => {
    const { pb, owner } = await server.practitioner();
    const templates = pb.collection('templates');
    const made = await templates.create({ ...FIRST, name: '  Первая встреча\u200B ' });
    assert.deepEqual([made['user'], made['name'], made['text'], made['position']], [owner, FIRST.name, FIRST.text, 0]);
    const lines = '  — один\n  — два\n';
    assert.equal((await templates.update(made.id, { text: lines }))['text'], lines);
    const longest = { name: 'и'.repeat(60), text: 'т'.repeat(10_000), position: 2 ** 31 - 1 };
    const { name, text, position } = await templates.update(made.id, longest);
    assert.deepEqual({ name, text, position }, longest);
    assert.equal((await templates.getFullList({ filter: 'text ~ "ТТТ" && name != ""' })).length, 1);
    for (const [values, code] of [
      [{ name: '' }, 'validation_required'],
      [{ name: ' \u200B' }, 'validation_required'],
      [{ name: 'и'.repeat(61) }, 'validation_max_text_constraint'],
      [{ text: '' }, 'validation_required'],
      [{ text: ' \n\t\u200B' }, 'validation_required'],
      [{ text: 'т'.repeat(10_001) }, 'validation_max_text_constraint'],
      [{ text: null }, 'validation_invalid_value'],
      [{ position: -1 }, 'validation_min_number_constraint'],
      [{ position: 2 ** 31 }, 'validation_max_number_constraint'],
      [{ position: 1.5 }, 'validation_only_int_constraint'],
      [{ position: '1' }, 'validation_not_a_number'],
      [{ position: null }, 'validation_not_a_number'],
    ] as const) {
      const [field = ''] = Object.keys(values);
      assert.deepEqual(await codes(templates.update(made.id, values)), { [field]: code }, JSON.stringify(values));
      assert.deepEqual(await codes(templates.create({ ...FIRST, ...values })), { [field]: code });
    }
    assert.equal((await refusalOf(templates.getFullList({ sort: 'text' }))).status, 400);
    await templates.delete(made.id);
    assert.deepEqual(await templates.getFullList(), []);
  });

  test('CARD-04 a list without an order of its own is in the practitioner’s, then as templates came', async () => {
    const practitioner = await server.practitioner();
    const { pb } = practitioner;
    const add = async (name: string, position?: number) => {
      server.clock.now = server.clock.now.add({ seconds: 1 });
      return pb.collection('templates').create({ ...FIRST, name, ...(position !== undefined && { position }) });
    };
    await add('третий', 2);
    await add('первый');
    const second = await add('второй', 0);
    await add('десятый', 10);
    assert.deepEqual(await names(practitioner), ['первый', 'второй', 'третий', 'десятый']);
    assert.deepEqual(await names(practitioner, { sort: '-created' }), ['десятый', 'второй', 'первый', 'третий']);
    const page = await pb.collection('templates').getList(2, 2, { skipTotal: true });
    assert.deepEqual(
      page.items.map(({ name }) => name),
      ['третий', 'десятый'],
    );
    await pb.collection('templates').update(second.id, { position: 3 });
    assert.deepEqual(await names(practitioner, { filter: 'name != "первый"' }), ['третий', 'второй', 'десятый']);
  });

  test('CARD-04 the 201st template is refused, also of creates at once, and one sent twice is there once', async () => {
    const { pb, owner } = await server.practitioner();
    await fill(owner, TEMPLATE_LIMITS.most - 2);
    const id = newRecordId();
    const create = (values: object = {}) =>
      pb.collection('templates').create({ ...FIRST, ...values }, { requestKey: null });
    await create({ id });
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => create()));
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.deepEqual(await codes(create()), { name: 'validation_too_many' });
    assert.equal((await create({ id })).id, id, 'sent again');
    const batch = pb.createBatch();
    batch.collection('templates').delete(id);
    batch.collection('templates').create(FIRST);
    batch.collection('templates').create(FIRST);
    assert.equal((await refusalOf(batch.send())).status, 400);
    assert.equal((await pb.collection('templates').getList(1, 1)).totalItems, TEMPLATE_LIMITS.most);
  });

  test('CARD-04 templates are in the archive of a practice, of no client, and come back up to the limit', async () => {
    const { pb } = await server.practitioner();
    const { id } = await pb.collection('templates').create({ ...FIRST, position: 3 });
    const client = await pb.collection('clients').create({ name: 'Анна', phone: '+7 916 204-18-35' });
    const zip = await exported(pb);
    const files = await filesOf(zip);
    const { created, updated, ...line } = JSON.parse(files.get('data/templates.jsonl') ?? '');
    assert.deepEqual([line, created, updated].slice(0, 1), [{ id, ...FIRST, position: 3 }]);
    assert.ok(![...(await filesOf(await exported(pb, { client: client.id }))).keys()].includes('data/templates.jsonl'));
    await pb.collection('templates').delete(id);
    const { records, problems } = await imported(pb, zip);
    assert.deepEqual([records, problems], [{ templates: 1 }, []]);
    assert.ok(zip.equals(await exported(pb)));

    const other = await server.practitioner();
    await fill(other.owner, TEMPLATE_LIMITS.most);
    const lines = `${JSON.stringify({ id: newRecordId(), ...FIRST, position: 0, created: NOW, updated: NOW })}\n`;
    const full = await imported(other.pb, await zipOf(new Map([['data/templates.jsonl', lines]])));
    assert.deepEqual(full.problems, [{ file: 'data/templates.jsonl', line: 1, field: 'name', why: 'too_many' }]);
    // An archive of an earlier version has no templates.
    const earlier = await imported(other.pb, await zipOf(new Map([['data/clients.jsonl', '']])));
    assert.deepEqual([earlier.status, earlier.problems], [200, []]);
  });

  test('CARD-04 a change of a template is heard by its owner and stands in the journal without a word of its text', async () => {
    const { pb, owner } = await server.practitioner();
    const heard = followRecords(server.context);
    const { id } = await pb.collection('templates').create(FIRST);
    await pb.collection('templates').update(id, { text: 'Иначе', position: 1 });
    await pb.collection('templates').delete(id);
    const events = (await heard()).filter(({ collection }) => collection === 'templates');
    assert.deepEqual(
      events.map(({ action, owner: whose }) => [action, whose]),
      ['create', 'update', 'delete'].map((action) => [action, owner]),
    );
    const { items } = await pb.send<{ items: { subject: string; action: string; fields: string[] }[] }>(
      '/api/journal',
      {},
    );
    const lines = items.filter(({ subject }) => subject === 'templates');
    assert.deepEqual(
      lines.map(({ action, fields }) => [action, ...fields.toSorted()]),
      [['delete'], ['update', 'position', 'text'], ['create']],
    );
    assert.ok(!JSON.stringify(items).includes('Иначе'));
  });
});
