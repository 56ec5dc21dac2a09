import type { ErrorBody, TppMessage } from '@nordgate/contracts/http';
import { scaRedirectIn } from '../answer.js';
import type { TppAnswer } from '../answer.js';

/** An answer other than 2xx (specification section 7). */
export class BankRefusal extends Error {
  override readonly name = 'BankRefusal';
  readonly status: number;
  /** What the bank has to say, at least one; empty when the answer is none of its own. */
  readonly tppMessages: readonly TppMessage[];
  /** Where the PSU has to be sent, when that mends it. */
  readonly scaRedirect: string | undefined;
  /** After so many seconds the same request may come again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(readonly answer: TppAnswer) {
    const tppMessages = (answer.json as Partial<ErrorBody> | undefined)?.tppMessages ?? [];
    super([String(answer.status), ...tppMessages.map(inWords)].join(' '));
    this.status = answer.status;
    this.tppMessages = tppMessages;
    this.scaRedirect = scaRedirectIn(answer.json);
    const retryAfter = Number(answer.headers['retry-after']);
    this.retryAfterSeconds = Number.isNaN(retryAfter) ? undefined : retryAfter;
  }
}

function inWords({ code, path, text }: TppMessage): string {
  return [code, path, text].filter((part) => part !== undefined).join(': ');
}
