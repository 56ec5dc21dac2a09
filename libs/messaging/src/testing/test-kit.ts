export { describeBusContract } from './bus-contract.js';
export { contractStreams } from './bus-harness.js';
export type { BusHarness, MakeHarness } from './bus-harness.js';
export { journal, note } from './journal.js';
export type { Note } from './journal.js';
