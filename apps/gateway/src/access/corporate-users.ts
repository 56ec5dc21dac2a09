import { setTimeout as delay } from 'node:timers/promises';
import { GetCompletedContexts } from '@nordgate/contracts/queries';
import type { QueryClient } from '@nordgate/service';
import { fault, RequestError } from '../reply/request-error.js';
import type { Caller } from './caller.js';
import type { RouteRequirements } from './route-requirements.js';

/** A request waits at most this long for the answer of sca. */
const answerWithinMs = 500;
/** About 100 bytes each. */
const rememberedMax = 100_000;

/**
 * Lets a corporate user name the agreement in every request (specification 5.14): a PSU who has
 * completed SCA for this TPP in corporate context only, whatever has ended since. Asks sca about a
 * request with PSU-ID and without PSU-Corporate-ID, and remembers the PSUs who are no corporate users:
 * they never become one.
 */
export class CorporateUsers {
  /** Generation, TPP and PSU-ID of remembered PSUs, the oldest first. */
  private readonly others = new Set<string>();

  constructor(
    private readonly queries: Pick<QueryClient, 'ask'>,
    private readonly max = rememberedMax,
  ) {}

  /**
   * Throws RequestError, HTTP_HEADER_REQUIRED, for a corporate user without PSU-Corporate-ID. A request
   * that says PSU-Context: PRIVATE names its context, and a route may let the PSU pick the agreement.
   * While sca does not answer, the request goes on: the routes that need sca fail by themselves, and the
   * log-in at the approval site compares the agreement.
   */
  async requireAgreement(caller: Caller, route: RouteRequirements): Promise<void> {
    const { tpp, psuId, corporateId, context, generation } = caller;
    if (psuId === undefined || corporateId !== undefined || context === 'PRIVATE') return;
    if (route.kind === 'service' || route.picksAgreement === true) return;
    if (!(await this.isCorporateUser(new GetCompletedContexts(tpp, psuId, generation)))) return;
    throw new RequestError([
      fault('HTTP_HEADER_REQUIRED', 'psu.corporateIdRequired', 'PSU-Corporate-ID'),
    ]);
  }

  private async isCorporateUser(query: GetCompletedContexts): Promise<boolean> {
    const key = `${String(query.generation)}/${query.tpp}/${query.psuId}`;
    if (this.others.has(key)) return false;
    const asking = this.queries.ask(query).catch(() => undefined);
    const contexts = await Promise.race([asking, delay(answerWithinMs, undefined, { ref: false })]);
    if (contexts === undefined) return false;
    // The bank draws PSU-IDs at random: nobody can send one before the bank has issued it.
    if (contexts === null || contexts.includes('PRIVATE')) this.remember(key);
    return contexts !== null && contexts.length > 0 && !contexts.includes('PRIVATE');
  }

  private remember(key: string): void {
    if (this.others.size >= this.max) {
      const [oldest] = this.others;
      if (oldest !== undefined) this.others.delete(oldest);
    }
    this.others.add(key);
  }
}
