export { decideBy, writtenBy } from './decide-by.js';
export type { Sample, Samples, Written } from './decide-by.js';
export { spec } from './given-when-then.js';
export type { Given, Then, When } from './given-when-then.js';
export { describeGoldens } from './golden-suite.js';
export { writeMissingGoldens } from './goldens.js';
export type { GoldenSet } from './goldens.js';
export { decideTally, tally, tallyCommand } from './tally.js';
export type { Tally, TallyCommand, TallyEvent } from './tally.js';
