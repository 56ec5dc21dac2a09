export { ADVICE } from './explain/advice.js';
export { explainRequest } from './explain/explain-request.js';
export type { Explanation } from './explain/explain-request.js';
export type { RequestDump } from './explain/request-dump.js';
