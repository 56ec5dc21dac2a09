/** Readers of what strangers send, for the fuzzer: each has to answer anything without throwing. */
export { acceptedFixesOf } from '../access/accept-fix.js';
export { headerFaults, unservable } from '../access/check-headers.js';
export { headerRules } from '../access/header-rules.js';
export { languageOf } from '../access/language.js';
export { encodingFor } from '../access/negotiated.js';
export { paymentInitiation } from '../access/operation.js';
