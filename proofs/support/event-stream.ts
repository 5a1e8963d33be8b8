/** A stream of events as a browser holds it open. */
export interface TestStream {
  clientId: string;
  /** The names of the received events; the first is PB_CONNECT. */
  events(): string[];
  /** The raw text received so far. */
  text(): string;
  /** Resolves when the server ends the stream. */
  closed: Promise<void>;
  close(): Promise<void>;
}

export async function openStream(url: string): Promise<TestStream> {
  const response = await fetch(`${url}/api/realtime`);
  if (!response.body) throw new Error('The stream has no body.');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader.read()).value ?? '';
  const reading = (async () => {
    for (let read = await reader.read(); !read.done; read = await reader.read()) text += read.value;
  })().catch(() => undefined);
  return {
    clientId: /"clientId":"([A-Za-z0-9]+)"/.exec(text)?.[1] ?? '',
    events: () => Array.from(text.matchAll(/^event:(.*)$/gm), ([, name = '']) => name),
    text: () => text,
    closed: reading,
    async close() {
      await reader.cancel().catch(() => undefined);
      await reading;
    },
  };
}
