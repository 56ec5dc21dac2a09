import { operatedServices } from '@nordgate/contracts/commands';
import type { OperatedService, OperatorRequest } from '@nordgate/contracts/commands';
import { OperationRefused } from './operations-client.js';
import type { Operations } from './operations-client.js';

/** What one service answered, or why it gave no answer. */
export type ServiceAnswer<Outcome> =
  | { readonly service: OperatedService; readonly outcome: Outcome }
  | { readonly service: OperatedService; readonly error: string };

/** A service that takes longer gives no answer: a person waits at the terminal. */
export const askMs = 5_000;

/**
 * Asks every service at the same time, each for at most {@link askMs}. A service that refuses, or does not answer, is an
 * entry with the reason. Rejects with any other error.
 */
export function askAll<Outcome>(
  operations: Operations,
  requestTo: (service: OperatedService) => OperatorRequest,
): Promise<readonly ServiceAnswer<Outcome>[]> {
  return Promise.all(
    operatedServices.map(async (service): Promise<ServiceAnswer<Outcome>> => {
      const asked = await answerOf<Outcome>(operations, requestTo(service));
      return { service, ...asked };
    }),
  );
}

/** The answer to one request, or why there is none. Rejects with any other error than OperationRefused. */
export async function answerOf<Outcome>(
  operations: Operations,
  request: OperatorRequest,
): Promise<{ readonly outcome: Outcome } | { readonly error: string }> {
  try {
    return { outcome: (await operations.run(request, { timeoutMs: askMs })) as Outcome };
  } catch (error) {
    if (error instanceof OperationRefused) return { error: error.message };
    throw error;
  }
}
