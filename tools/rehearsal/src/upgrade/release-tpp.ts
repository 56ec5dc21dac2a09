import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AnswerNotTrustedError, TppClient } from '@nordgate/tpp-client';
import type { TppAnswer, TppCall, TppOptions } from '@nordgate/tpp-client';

/** How often the TPPs of a rehearsal sent a request again. */
export interface Repeats {
  count: number;
}

type Outcome = { readonly answer: TppAnswer } | { readonly error: unknown };

const answersWithinMs = 120_000;
const unreachableMs = 500;

/**
 * A TPP that sends a request again with its id, after 429, 503 and a lost connection: a bank with one process of each app has
 * outages while they are replaced. It does not compare answers with the interface of this tree, as another release has its own.
 */
export class ReleaseTpp extends TppClient {
  constructor(
    options: TppOptions,
    private readonly repeats: Repeats,
  ) {
    super(options);
  }

  /** @throws AnswerNotTrustedError, and the error of a connection after two minutes */
  override async call(call: TppCall): Promise<TppAnswer> {
    const headers = { 'x-request-id': randomUUID(), ...call.headers };
    const started = Date.now();
    for (;;) {
      const outcome = await super.call({ ...call, headers }).then(
        (answer): Outcome => ({ answer }),
        (error: unknown): Outcome => ({ error }),
      );
      const waitMs = delayMsOf(outcome);
      if (waitMs === undefined || Date.now() - started > answersWithinMs) {
        if ('error' in outcome) throw outcome.error;
        return outcome.answer;
      }
      this.repeats.count += 1;
      await sleep(waitMs);
    }
  }
}

const lostConnection = /^(ECONNREFUSED|ECONNRESET|EPIPE|UND_ERR_SOCKET)$/;

/** After how long a TPP sends a request again; undefined when the outcome is final. */
export function delayMsOf(outcome: Outcome): number | undefined {
  if ('answer' in outcome) return delayIn(outcome.answer);
  const { error } = outcome;
  // A busy bank answers before it verifies a request, so without a seal.
  if (error instanceof AnswerNotTrustedError) return delayIn(error.answer);
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && lostConnection.test(code) ? unreachableMs : undefined;
}

function delayIn({ status, headers }: TppAnswer): number | undefined {
  if (status !== 503 && status !== 429) return undefined;
  return Number(headers['retry-after'] ?? '1') * 1000;
}
