import type PocketBase from 'pocketbase';
import type { RecordSubscription } from 'pocketbase';
import { RawStreams } from '#proofs/support/records/raw-streams.ts';
import { practitioner, type Practitioner, type RecordApp, startRecordApp } from '#proofs/support/records/record-app.ts';

const HEARTBEAT_MS = 150;

/** Two practitioners of a server with a quick heartbeat and few streams. */
export interface PracticeStreams extends AsyncDisposable {
  server: RecordApp;
  anna: Practitioner;
  boris: Practitioner;
  raw: RawStreams;
}

export async function openPracticeStreams(engine: Parameters<typeof startRecordApp>[0]): Promise<PracticeStreams> {
  const realtime = { heartbeatMs: HEARTBEAT_MS, streamsPerAccount: 5, streams: 30 };
  const server = await startRecordApp(engine, { realtime });
  const raw = new RawStreams(server.url);
  return {
    server,
    raw,
    anna: await practitioner(server),
    boris: await practitioner(server),
    async [Symbol.asyncDispose]() {
      raw.close();
      await server.dispose();
    },
  };
}

/** Subscribes by the SDK; `events` grows with what it delivers. */
export async function collect(pb: PocketBase, collection: string, topic = '*', options = {}) {
  const events: RecordSubscription[] = [];
  const stop = await pb.collection(collection).subscribe(topic, (event) => events.push(event), options);
  return { events, stop };
}

let phone = 0;

/** Creates a client whose phone no other one has. */
export function newClient(by: Practitioner, values: object = {}) {
  return by.pb.collection('clients').create({ name: 'Мария', phone: `+7 900 ${(phone += 1)}00`, ...values });
}
