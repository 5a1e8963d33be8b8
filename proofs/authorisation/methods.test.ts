import { declareOddRequests } from '#proofs/authorisation/odd-requests.ts';
import { onEngine } from '#proofs/support/engines.ts';

onEngine('sqlite', 'methods, types and origins are judged before any data is asked for', () =>
  declareOddRequests('sqlite'),
);
