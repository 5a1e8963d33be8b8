import type { Context } from '#server/context.ts';
import type { SignedIn } from '#server/records/actor.ts';
import type { RecordEvent } from '#server/records/events.ts';
import type { AnyRow } from '#server/db/loose-tables.ts';
import { relationsOf } from '#server/records/filter/condition.ts';
import { matches } from '#server/records/filter/filter-predicate.ts';
import { resolveFilter } from '#server/records/filter/resolve.ts';
import type { Topic } from '#server/records/realtime/topic.ts';
import { shapeRow } from '#server/records/shape.ts';
import { findOwned } from '#server/records/store.ts';

type Found = Awaited<ReturnType<typeof findOwned>>;

/**
 * What one event says to the topics of its owner. Topics with the same options get the same answer, whichever stream
 * asks: each is worked out once, and so are the record and each of its relations.
 */
export class EventAnswers {
  readonly #context: Context;
  readonly #event: RecordEvent;
  readonly #now: Temporal.Instant;
  readonly #answers = new Map<string, Promise<string | null>>();
  readonly #related = new Map<string, Promise<Found>>();
  #row: Promise<Readonly<AnyRow> | null> | null = null;

  constructor(context: Context, event: RecordEvent) {
    this.#context = context;
    this.#event = event;
    this.#now = context.now();
  }

  /**
   * The event's data as JSON; null where the topic's filter leaves the record out, or the record is gone. `actor` is the
   * event's owner.
   */
  to(topic: Topic, actor: SignedIn): Promise<string | null> {
    const known = this.#answers.get(topic.options);
    if (known) return known;
    const answer = this.#answer(topic, actor);
    this.#answers.set(topic.options, answer);
    return answer;
  }

  async #answer(topic: Topic, actor: SignedIn): Promise<string | null> {
    const row = await (this.#row ??= this.#event.row());
    if (!row || !(await this.#matches(topic, row))) return null;
    const { action } = this.#event;
    const call = { context: this.#context, collection: topic.collection, actor, now: this.#now };
    const record = await shapeRow(call, this.#context.db.read, row, topic.shape);
    return JSON.stringify({ record, action });
  }

  async #matches({ filter, collection }: Topic, row: Readonly<AnyRow>): Promise<boolean> {
    if (!filter) return true;
    const { collections } = this.#context;
    const condition = resolveFilter(filter, { collection, collections, now: this.#now });
    const related: Record<string, Found> = {};
    for (const relation of relationsOf(condition)) related[relation.column] = await this.#relatedBy(relation, row);
    return matches(condition, { row, related });
  }

  #relatedBy({ column, to }: ReturnType<typeof relationsOf>[number], row: Readonly<AnyRow>): Promise<Found> {
    const { owner } = this.#event;
    const known = this.#related.get(column);
    if (known) return known;
    const found = findOwned(this.#context.db.read, to.name, owner, String(row[column]));
    this.#related.set(column, found);
    return found;
  }
}
