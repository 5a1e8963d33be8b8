import { sha256 } from '@noble/hashes/sha2.js';
import { type ProofAsked, proofText, showsWork } from '#domain/booking/proof-of-work.ts';

/** Short enough for the page to stay responsive. */
const SLICE_MS = 8;
const encoder = new TextEncoder();

/** Returns the requested proof of work. The page stays responsive meanwhile, and a background tab continues. */
export async function workFor(asked: ProofAsked): Promise<string> {
  for (let tried = 0; ;) {
    const end = performance.now() + SLICE_MS;
    do {
      const proof = (tried++).toString(36);
      if (showsWork(asked, sha256(encoder.encode(proofText(asked, proof))))) return proof;
    } while (performance.now() < end);
    await nextTurn();
  }
}

/** Not a timer, because browsers throttle those in background tabs to one a second. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const resume = () => {
      port1.close();
      resolve();
    };
    port1.addEventListener('message', resume, { once: true });
    port1.start();
    port2.postMessage(null);
  });
}
