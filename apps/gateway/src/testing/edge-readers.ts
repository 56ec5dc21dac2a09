/** Readers of untrusted input, for the fuzzer: none of them may throw for any input. */
export { acceptedFixesOf } from '../request/accept-fix.js';
export { headerFaults, unservable } from '../request/check-headers.js';
export { headerTable } from '../request/header-table.js';
export { encodingFor, languageOf } from '../reply/negotiation.js';
export { paymentInitiation } from '../request/route-requirements.js';
