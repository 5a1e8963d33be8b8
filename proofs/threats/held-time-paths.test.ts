import { declareHeldTimeLaw } from '#proofs/threats/held-time-law.ts';
import { onServer } from '#proofs/support/test-server.ts';

onServer((server) => declareHeldTimeLaw(server, 2));
