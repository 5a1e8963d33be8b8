import { declareOddRequests } from '#proofs/authorisation/odd-requests.ts';
import { onEngine } from '#proofs/support/engines.ts';

onEngine('postgres', 'on the other one they run with every test', () => declareOddRequests('postgres'));
