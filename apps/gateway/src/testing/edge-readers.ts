/** Readers of untrusted input, for the fuzzer: none of them may throw for any input. */
export { acceptedFixesOf } from '../access/accept-fix.js';
export { headerFaults, unservable } from '../access/check-headers.js';
export { headerTable } from '../access/header-table.js';
export { encodingFor, languageOf } from '../reply/negotiation.js';
export { paymentInitiation } from '../access/route-requirements.js';
