import { setTimeout as delay } from 'node:timers/promises';
import type { Entry } from '@nordgate/chaos/history';
import type { GatewayAnswer } from './gateway-part.js';
import { orUnavailable } from './unavailable.js';

/** How often a TPP sends a request that is not answered. */
export const attemptsMax = 6;
const againMs = 400;

/** Requests that the TPP repeats until they are answered, with their history. */
export class PersistentRequests {
  #open = 0;

  constructor(private readonly note: (entry: Entry) => void) {}

  /** Whether a request waits for an answer, or is going to be repeated. */
  get areOpen(): boolean {
    return this.#open > 0;
  }

  /**
   * Repeats a request until it is answered. Answers whether it was acknowledged.
   *
   * @param id the public id that the bank derives for it
   */
  async persist(
    request: string,
    id: string,
    send: () => Promise<GatewayAnswer>,
    attempts: number,
  ): Promise<boolean> {
    this.#open += 1;
    try {
      return await this.#repeat(request, id, send, attempts);
    } finally {
      this.#open -= 1;
    }
  }

  async #repeat(
    request: string,
    id: string,
    send: () => Promise<GatewayAnswer>,
    attempts: number,
  ): Promise<boolean> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const answer = await send().catch(unavailable);
      if (answer.is === 'acknowledged') {
        this.note({ is: 'acknowledged', request, id, status: answer.status });
        return true;
      }
      if (answer.is === 'refused') {
        this.note({ is: 'refused', request, status: 409, codes: answer.codes });
        return false;
      }
      this.note({ is: 'unknown', request, status: 503, reason: answer.reason });
      await delay(againMs);
    }
    return false;
  }
}

/** What the gateway answers with 503: a service that does not answer. @throws other errors, which are bugs */
export function unavailable(error: unknown): GatewayAnswer {
  orUnavailable(error);
  return { is: 'unknown', reason: 'a service does not answer' };
}
