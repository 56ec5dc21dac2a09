/** Undefined for what the gateway answers with 503: a service that does not answer. @throws other errors, which are bugs */
export function orUnavailable(error: unknown): undefined {
  if (error instanceof Error && error.name === 'ServiceUnavailableError') return undefined;
  throw error;
}
