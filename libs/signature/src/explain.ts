export { ADVICE } from './explain/advice.js';
export { trustAnyIssuer } from './explain/any-certificate.js';
export { explainRequest } from './explain/explain-request.js';
export type { Explanation } from './explain/explain-request.js';
export { firstDifference } from './explain/mistakes.js';
export { DumpError, headerIn, readDump } from './explain/request-dump.js';
export type { RequestDump } from './explain/request-dump.js';
