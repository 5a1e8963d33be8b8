import { fold } from '#domain/text/fold.ts';
import type { RecordContext } from '#server/records/collection.ts';
import { cpuMs } from '#server/ground/process/cpu-time.ts';
import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import type { WindowCounter } from '#server/ground/limits/window-counter.ts';
import type { SignedIn } from '#server/ground/identity/actor.ts';
import type { RecordEvent } from '#server/ground/events/events.ts';
import type { AnyRow } from '#server/ground/db/query.ts';
import { pickFields } from '#server/records/fields.ts';
import { refsOf, relationsOf } from '#server/records/filter/condition.ts';
import { matches } from '#server/records/filter/filter-predicate.ts';
import { resolveFilter } from '#server/records/filter/resolve.ts';
import type { Topic } from '#server/records/realtime/topic.ts';
import { shapeRow } from '#server/records/shape.ts';
import { findOwned } from '#server/records/store.ts';

/** CPU time of this thread that all topics of an owner can take for one event. */
const EVENT_CPU_MS = 60;

type Found = Awaited<ReturnType<typeof findOwned>>;

/**
 * Renders one event for the topics of its owner. Computes the record, each of its relations and the data for each set
 * of options once, for all streams.
 */
export class EventAnswers {
  readonly #context: RecordContext;
  readonly #event: RecordEvent;
  readonly #now: Temporal.Instant;
  readonly #answers = new Map<string, Promise<string | null>>();
  readonly #related = new Map<string, Promise<Found>>();
  readonly #share: WindowCounter;
  /** Folding a long text takes longer than searching it for a word. */
  readonly #folded = new Map<string, string>();
  #row: Promise<Readonly<AnyRow> | null> | null = null;
  #spentMs = 0;

  /** `share` counts the milliseconds that all events of an owner take. */
  constructor(context: RecordContext, event: RecordEvent, share: WindowCounter) {
    this.#context = context;
    this.#event = event;
    this.#now = context.now();
    this.#share = share;
  }

  /**
   * Returns the event's data as JSON for its owner, `actor`; null if the topic's filter excludes the record, or the
   * record is gone. Throws a TooManyRequests if the owner's topics cost too much.
   */
  to(topic: Topic, actor: SignedIn): Promise<string | null> {
    return this.#answers.getOrInsertComputed(topic.options, () => this.#answer(topic, actor));
  }

  async #answer(topic: Topic, actor: SignedIn): Promise<string | null> {
    const row = await (this.#row ??= this.#event.row());
    if (!row || !(await this.#matches(topic, row))) return null;
    const { action } = this.#event;
    const call = { context: this.#context, collection: topic.collection, actor, now: this.#now };
    const { expand, picker } = topic.shape;
    const whole = await shapeRow(call, this.#context.db.read, row, { expand, picker: null });
    // Excerpts of long texts take longer than everything else.
    const write = (): string => JSON.stringify({ record: pickFields(whole, picker), action });
    // Topics without options, which screens use, share one result: it is free even when the others cost too much.
    return topic.options === '' ? write() : this.#charge(write);
  }

  async #matches({ filter, collection }: Topic, row: Readonly<AnyRow>): Promise<boolean> {
    if (!filter) return true;
    const { collections } = this.#context;
    const condition = this.#charge(() => resolveFilter(filter, { collection, collections, now: this.#now }));
    // A record that went with another one comes without its texts: one event too many leaves nothing on a screen.
    const isAbsent = refsOf(condition).some(({ relation, column }) => !relation && row[column] === undefined);
    if (isAbsent && this.#event.action === 'delete') return true;
    const related: Record<string, Found> = {};
    for (const relation of relationsOf(condition)) related[relation.column] = await this.#relatedBy(relation, row);
    const folding = (text: string): string => this.#folded.getOrInsertComputed(text, fold);
    return this.#charge((step) => matches(condition, { row, related, fold: folding, step }));
  }

  /** Charges a piece of work to the owner; the work calls `step` from time to time. */
  #charge<Result>(work: (step: () => void) => Result): Result {
    const { owner } = this.#event;
    const began = cpuMs();
    const refuseBeyond = (): void => {
      if (this.#spentMs + cpuMs() - began > EVENT_CPU_MS) throw new TooManyRequests(1);
    };
    refuseBeyond();
    this.#share.take(owner, performance.now(), 0);
    try {
      return work(refuseBeyond);
    } finally {
      const ms = cpuMs() - began;
      this.#spentMs += ms;
      this.#share.take(owner, performance.now(), ms);
    }
  }

  #relatedBy({ column, to }: ReturnType<typeof relationsOf>[number], row: Readonly<AnyRow>): Promise<Found> {
    const { owner } = this.#event;
    const read = (): Promise<Found> => findOwned(this.#context.db.read, to.name, owner, String(row[column]));
    return this.#related.getOrInsertComputed(column, read);
  }
}
