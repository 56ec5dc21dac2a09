export { spec } from './given-when-then.js';
export type { Given, Then, When } from './given-when-then.js';
export { received } from './received.js';
export { decideTally, tally, tallyCommand } from './tally.js';
export type { Tally, TallyCommand, TallyEvent } from './tally.js';
