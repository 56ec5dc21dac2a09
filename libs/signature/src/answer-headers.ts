/**
 * What the bank signs of an answer, in this order: the first two always, the others when the answer
 * has them. The specification leaves it open (section 5 point 9); docs/reference/signing.md has it.
 */
export const ANSWER_HEADERS = ['date', 'digest', 'x-request-id', 'location'] as const;

/** Names that an answer without a body still has to cover. */
export const ANSWER_HEADERS_ALWAYS: readonly string[] = ['date', 'digest'];

/** Where the bank publishes the certificate of its seal, and any that issued it: PEM, unsigned. */
export const SEAL_PATH = '/.well-known/nordgate/response-seal.pem';
