/** The client of a gateway has no answer: its request may have an effect or not. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

const namesOfUnavailable: ReadonlySet<string> = new Set([
  'ServiceUnavailableError',
  'NoAnswerError',
]);

/**
 * Undefined for what the gateway answers with 503, a service that does not answer, and for a gateway that does not answer.
 *
 * @throws other errors, which are bugs
 */
export function orUnavailable(error: unknown): undefined {
  if (error instanceof Error && namesOfUnavailable.has(error.name)) return undefined;
  throw error;
}
