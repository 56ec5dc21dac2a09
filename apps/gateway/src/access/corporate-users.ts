import {
  GetActingCustomer,
  GetCompletedContexts,
  GetCustomerOfPsu,
} from '@nordgate/contracts/queries';
import type { QueryClient } from '@nordgate/service';
import { fault, RequestError } from '../reply/request-error.js';
import { isNoAgreement } from './caller.js';
import type { Caller } from './caller.js';
import type { RouteRequirements } from '../request/route-requirements.js';

/** A request waits at most this long for the answer of sca and accounts. */
const answerWithinMs = 500;
/** About 100 bytes each. */
const rememberedMax = 100_000;

type KnownPsu = Pick<Caller, 'tpp' | 'generation'> & { readonly psuId: string };

/**
 * Compares PSU-ID and PSU-Corporate-ID of every request (specification 5.14, rulings on identity). A
 * corporate user names the agreement: a PSU who has completed SCA for this TPP in corporate context only,
 * whatever has ended since. A named agreement is one of the PSU. Facts that never change are remembered:
 * the customer of a PSU-ID, and that a PSU is no corporate user.
 */
export class CorporateUsers {
  /** Generation, TPP and PSU-ID of PSUs who are no corporate users, the oldest first. */
  private readonly others = new Map<string, true>();
  /** Customers by generation, TPP and PSU-ID, the oldest first. */
  private readonly customers = new Map<string, string>();

  constructor(
    private readonly queries: Pick<QueryClient, 'ask'>,
    private readonly max = rememberedMax,
  ) {}

  /**
   * Throws RequestError: HTTP_HEADER_REQUIRED for a corporate user without PSU-Corporate-ID, and
   * PSU_CREDENTIALS_INVALID for a PSU-Corporate-ID that is not this PSU's. A request that says
   * PSU-Context: PRIVATE names its context, and a route may let the PSU pick the agreement. While sca or
   * accounts does not answer, the request goes on: the routes that need them fail by themselves, and the
   * log-in at the approval site compares the agreement.
   */
  async requireAgreement(caller: Caller, route: RouteRequirements): Promise<void> {
    const { tpp, psuId, corporateId, context, generation } = caller;
    if (psuId === undefined || route.kind === 'service') return;
    const psu = { tpp, psuId, generation };
    if (corporateId !== undefined) {
      if (route.checksAgreement !== true) await this.requireOwn(psu, corporateId);
      return;
    }
    if (context === 'PRIVATE' || route.picksAgreement === true) return;
    if (!(await this.isCorporateUser(psu))) return;
    throw new RequestError([
      fault('HTTP_HEADER_REQUIRED', 'psu.corporateIdRequired', 'PSU-Corporate-ID'),
    ]);
  }

  private async requireOwn(psu: KnownPsu, corporateId: string): Promise<void> {
    const isOwn = !isNoAgreement(corporateId) && (await inTime(this.actsUnder(psu, corporateId)));
    if (isOwn !== false) return;
    throw new RequestError([
      fault('PSU_CREDENTIALS_INVALID', 'psu.notThatAgreement', 'PSU-Corporate-ID'),
    ]);
  }

  /** Undefined for a PSU-ID that was never issued: the route says what becomes of it. */
  private async actsUnder(psu: KnownPsu, agreement: string): Promise<boolean | undefined> {
    const customerId = await this.customerOf(psu);
    if (customerId === undefined) return undefined;
    const customer = await this.queries.ask(new GetActingCustomer({ customerId }));
    return customer?.contexts.some(({ corporateId }) => corporateId === agreement) ?? false;
  }

  private async customerOf({ tpp, psuId, generation }: KnownPsu): Promise<string | undefined> {
    const key = keyOf({ tpp, psuId, generation });
    const known = this.customers.get(key);
    if (known !== undefined) return known;
    const found = await this.queries.ask(new GetCustomerOfPsu(tpp, psuId, generation));
    if (found !== null) remember(this.customers, key, found.customerId, this.max);
    return found?.customerId;
  }

  private async isCorporateUser({ tpp, psuId, generation }: KnownPsu): Promise<boolean> {
    const key = keyOf({ tpp, psuId, generation });
    if (this.others.has(key)) return false;
    const query = new GetCompletedContexts(tpp, psuId, generation);
    const contexts = await inTime(this.queries.ask(query));
    if (contexts === undefined) return false;
    // The bank draws PSU-IDs at random: nobody can send one before the bank has issued it.
    if (contexts === null || contexts.includes('PRIVATE')) {
      remember(this.others, key, true, this.max);
    }
    return contexts !== null && contexts.length > 0 && !contexts.includes('PRIVATE');
  }
}

const keyOf = ({ tpp, psuId, generation }: KnownPsu) => `${String(generation)}/${tpp}/${psuId}`;

/** Undefined for an answer that fails or takes too long. */
async function inTime<Answer>(asking: Promise<Answer>): Promise<Answer | undefined> {
  const given = asking.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, answerWithinMs, undefined).unref();
  });
  return Promise.race([given, late]).finally(() => clearTimeout(timer));
}

/** Keeps a value under its key; the oldest one makes room. */
function remember<Value>(kept: Map<string, Value>, key: string, value: Value, max: number): void {
  if (kept.size >= max) {
    const [oldest] = kept.keys();
    if (oldest !== undefined) kept.delete(oldest);
  }
  kept.set(key, value);
}
