import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AnswerNotTrustedError } from '@nordgate/tpp-client';
import type { TppAnswer, TppCall, TppClient } from '@nordgate/tpp-client';
import { DescribedTpp } from './described-tpp.js';

const answersWithinMs = 120_000;

/**
 * A TPP that sends every request again after a 503, as {@link answered} does. A bank on a slow or busy machine
 * asks for that.
 */
export class PatientTpp extends DescribedTpp {
  /** @throws as {@link answered} and {@link DescribedTpp.send} */
  override call(call: TppCall): Promise<TppAnswer> {
    return answered({ call: (again) => this.callOnce(again) }, call);
  }

  /** For tests of the 503 itself. @throws AnswerNotTrustedError, and as {@link DescribedTpp.send} */
  callOnce(call: TppCall): Promise<TppAnswer> {
    return super.call(call);
  }
}

/**
 * Sends a request again after each 503, with the same id and after its Retry-After. A busy bank answers 503
 * before it verifies a request, so without a seal.
 *
 * @returns the first other answer, and the last 503 after two minutes
 * @throws AnswerNotTrustedError for an answer whose seal does not hold, and for a 503 without a seal after two minutes
 */
export async function answered(tpp: Pick<TppClient, 'call'>, call: TppCall): Promise<TppAnswer> {
  const headers = { 'x-request-id': randomUUID(), ...call.headers };
  const started = Date.now();
  for (;;) {
    const { answer, error } = await tpp
      .call({ ...call, headers })
      .then((sealed) => ({ answer: sealed, error: undefined }), unsealed);
    if (answer.status !== 503 || Date.now() - started > answersWithinMs) {
      if (error !== undefined) throw error;
      return answer;
    }
    await sleep(Number(answer.headers['retry-after']) * 1000);
  }
}

/** The answer without a seal that an error holds. It may say when to ask again, and nothing else. */
function unsealed(error: unknown): { answer: TppAnswer; error: AnswerNotTrustedError } {
  if (error instanceof AnswerNotTrustedError) return { answer: error.answer, error };
  throw error;
}
