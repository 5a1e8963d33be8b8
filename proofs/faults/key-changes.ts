import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type PocketBase from 'pocketbase';
import { ClientResponseError } from 'pocketbase';
import type { KeyState } from '#domain/keys/keys.ts';
import { PASSWORD } from '#proofs/support/accounts/account.ts';
import { addPractitioner } from '#proofs/support/rows.ts';
import type { Nodes } from '#proofs/torture/nodes.ts';

const NOTES = 60;
const WRITERS = 4;

export interface Changes {
  changes: number;
  kills: number;
  edits: number;
  /** Notes whose text is none that was acknowledged last or sent after that. */
  lost: string[];
  /** Responses with a status of 5xx. */
  failures: string[];
}

interface Note {
  id: string;
  /** The last text that was acknowledged, and those sent since without an answer. */
  texts: string[];
}

/** Changes a practitioner's key again and again while their notes are edited, and kills a process inside some changes. */
export async function changeKeysUnderLoad(
  nodes: Nodes,
  { changes, everyKill }: { changes: number; everyKill: number },
): Promise<Changes> {
  const owner = await addPractitioner(nodes.db);
  const signedIn = await Promise.all(
    nodes.urls.map(
      async (_, at) => (await nodes.at(at).signIn({ owner, bookingHash: '', pb: nodes.callers.visitor() })).pb,
    ),
  );
  const at = (count: number): PocketBase => signedIn[count % signedIn.length] ?? nodes.callers.visitor();
  const failures: string[] = [];
  /** Returns null where there was no answer. */
  const answered = async <Answer>(call: Promise<Answer>): Promise<Answer | null> => {
    try {
      return await call;
    } catch (error) {
      if (!(error instanceof ClientResponseError)) throw error;
      if (error.status >= 500) failures.push(`${error.status} ${error.message}`);
      // A process that was killed gives none; one that is busy is asked again.
      if (error.status !== 0 && error.status !== 409 && error.status < 500) throw error;
      return null;
    }
  };
  const notes: Note[] = [];
  for (let count = 0; count < NOTES; count += 1) {
    const content = `Содержание ${count}`;
    const { id } = await at(count).collection('blog_posts').create({ title: 'Заметка', content, date: '2030-01-01' });
    notes.push({ id, texts: [content] });
  }
  const stopping = new AbortController();
  let edits = 0;
  const write = async (writer: number): Promise<void> => {
    for (let count = writer; !stopping.signal.aborted; count += WRITERS) {
      const note = notes[count % NOTES];
      if (!note) return;
      const content = `Содержание ${count}, правка ${edits}`;
      note.texts.push(content);
      const saved = await answered(at(count).collection('blog_posts').update(note.id, { content }));
      if (saved) {
        note.texts = [content];
        edits += 1;
      } else await sleep(20);
    }
  };
  const writing = Array.from({ length: WRITERS }, (_, writer) => write(writer));
  let [done, kills] = [0, 0];
  while (done < changes) {
    const key = 1 + done;
    // A person's tries are counted by the hour; on SQLite in the process, which a kill takes along.
    if (nodes.db.engine === 'postgres') await sql`delete from rate_limits`.execute(nodes.db.read);
    const asked = await answered(
      at(done).send<KeyState>('/api/keys/change', { method: 'POST', body: { password: PASSWORD } }),
    );
    if (!asked) {
      await sleep(20);
      const state = await answered(at(done).send<KeyState>('/api/keys', {}));
      if (!state || (state.key === key && state.changing === null)) continue;
    }
    if ((done + 1) % everyKill === 0) {
      const victim = kills % nodes.urls.length;
      await nodes.kill(victim);
      await nodes.restart(victim);
      kills += 1;
    }
    for (;;) {
      const state = await answered(at(done + 1).send<KeyState>('/api/keys', {}));
      if (state?.changing === null && state.key > key) break;
      await sleep(10);
    }
    done += 1;
  }
  stopping.abort();
  await Promise.all(writing);
  const lost: string[] = [];
  for (const { id, texts } of notes) {
    const { content }: { content?: string } = await at(0).collection('blog_posts').getOne(id);
    if (content === undefined || !texts.includes(content))
      lost.push(`${id}: ${content === undefined ? 'absent' : 'another text'}`);
  }
  return { changes: done, kills, edits, lost, failures };
}
