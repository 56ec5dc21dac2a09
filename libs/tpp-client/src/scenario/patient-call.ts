import { setTimeout as sleep } from 'node:timers/promises';
import type { TppAnswer } from '../answer.js';
import { unsealedRefusal } from '../seal/seal-check.js';

const patienceMs = 120_000;

/**
 * Sends a request again after each 503 and its Retry-After, for two minutes at most. `send` repeats the same
 * request. The bank does not seal what it refuses before it has verified the request.
 *
 * @throws AnswerNotTrustedError for an answer of 2xx or 3xx without a seal, or with a wrong one
 */
export async function patiently(
  send: () => Promise<TppAnswer>,
  isWanted: (status: number) => boolean,
): Promise<TppAnswer> {
  const started = Date.now();
  for (;;) {
    const answer = await send().catch((error: unknown) => {
      const refusal = unsealedRefusal(error);
      if (refusal === undefined) throw error;
      return refusal;
    });
    const waitMs = Number(answer.headers['retry-after']) * 1000;
    const isLater = answer.status === 503 && !isWanted(503) && waitMs >= 0;
    if (!isLater || Date.now() - started + waitMs > patienceMs) return answer;
    await sleep(waitMs);
  }
}
