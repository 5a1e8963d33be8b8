import { forEachEngine } from '#proofs/support/engines.ts';
import { declareAgreement } from '#proofs/support/records/filter-agreement.ts';

forEachEngine((engine) => declareAgreement(engine, { runs: 120, found: 8 }));
