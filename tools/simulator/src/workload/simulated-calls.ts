import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from '@nordgate/chaos/chance';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import type { Calls } from '@nordgate/linearisability/calls';
import { recordHistories } from '@nordgate/linearisability/histories';
import { Recorder } from '@nordgate/linearisability/recorder';
import type { Operation, Output } from '@nordgate/linearisability/recorder';
import type { SimulatedBank } from '../bank/simulated-bank.js';
import { AccountPart } from './account-part.js';
import type { AskedConsent, AskedRead, ReadAnswer } from './account-part.js';
import { derivedIds } from './derived-ids.js';
import { basketsRoute } from './gateway-part.js';
import type { GatewayAnswer } from './gateway-part.js';
import type { Gateways } from './gateways.js';
import { unavailable } from './persistent-requests.js';
import { Psu } from './psu.js';
import type { Person } from './psu.js';
import { orUnavailable } from './unavailable.js';

const domestic = 'norwegian-domestic-credit-transfers';
const instant = 'instant-norwegian-domestic-credit-transfers-straks';
const lookMs = 100;
const looksMax = 100;

/** Which bank is called, and who pays whom in it. */
interface Parties {
  readonly bank: SimulatedBank;
  readonly gateways: Gateways;
  readonly people: readonly [Person, Person, ...Person[]];
  readonly generation: number;
}

/** The TPP-Session-ID of all requests: an approval of a payment leaves the session of the reads as it is. */
export const oneSession = 'session-of-the-clients';

type Session = Pick<AskedRead, 'psuId' | 'tppSessionId'>;

interface Recording extends Parties {
  readonly seed: number;
  readonly chance: Chance;
}

/** Lets the clients of linearisability call a simulated bank. @returns what they asked and were answered */
export function recordCalls({
  seed,
  chance,
  ...parties
}: Recording): Promise<readonly Operation[]> {
  let moments = 0;
  // Much happens at the same simulated time, one after the other.
  const recorder = new Recorder(seed, () => (moments += 1));
  return recordHistories({ recorder, chance, calls: new SimulatedCalls(parties) });
}

/** The simulated bank, as the clients of a history call it. */
class SimulatedCalls implements Calls {
  /** The gateway says what a payment costs, and the one of the simulator names no fee. */
  readonly feeOfTransfer = 0;
  readonly #gateways: Gateways;
  readonly #generation: number;
  readonly #part: AccountPart;
  readonly #psu: Psu;
  readonly #debtor: Person;
  readonly #creditor: Person;
  readonly #asked = new Map<string, AskedConsent>();
  /** Of the last grant that the TPP knows of. */
  #session: Session | undefined;

  constructor({ bank, gateways, people, generation }: Parties) {
    [this.#debtor, this.#creditor] = people;
    this.#gateways = gateways;
    this.#generation = generation;
    this.#part = new AccountPart(gateways, generation);
    this.#psu = new Psu(bank, gateways, this.#debtor, generation);
  }

  async pay(key: string, amount: string): Promise<Output | undefined> {
    const { id } = this.#idsOf(key, `/v1/payments/${domestic}`, 'payment');
    const answer = await this.#initiate(key, domestic, amount);
    const outcome = isReceived(answer) ? 'received' : 'made';
    return outputOf(answer, { outcome, id }, { CONFLICT: 'conflict' });
  }

  async makeBasket(key: string, members: readonly string[]): Promise<Output | undefined> {
    const { id } = this.#idsOf(key, basketsRoute, 'basket');
    const answer = await this.#gateways
      .request((gateway) => gateway.createBasket(key, members))
      .catch(unavailable);
    const taken = { CONFLICT: 'taken', REFERENCE_STATUS_INVALID: 'taken' };
    return outputOf(answer, { outcome: 'made', id }, taken);
  }

  async endBasket(key: string, id: string): Promise<Output | undefined> {
    const answer = await this.#gateways
      .request((gateway) => gateway.deleteBasket(key, id))
      .catch(unavailable);
    // The gateway answers 503 to a deletion that is not decided.
    return isReceived(answer) ? undefined : outputOf(answer, { outcome: 'ended' }, {});
  }

  async askConsent(key: string): Promise<Output | undefined> {
    const asked = await this.#part.askConsent(key).catch(orUnavailable);
    if (asked === undefined) return undefined;
    this.#asked.set(asked.consentId, asked);
    return { outcome: 'made', id: asked.consentId };
  }

  async grant(consentId: string): Promise<Output | undefined> {
    const asked = this.#asked.get(consentId);
    const psuId = await this.#psu.consent(consentId, [this.#debtor.accountId]);
    if (asked === undefined || psuId === undefined) return undefined;
    for (let look = 0; look < looksMax; look += 1) {
      const view = await this.#part.consent(consentId).catch(orUnavailable);
      const session = { psuId, tppSessionId: asked.tppSessionId };
      if (view?.grant !== undefined && (await this.#isLive(session))) {
        this.#session = session;
        return { outcome: 'granted' };
      }
      await delay(lookMs);
    }
    return undefined;
  }

  /** The site sends the PSU back to the TPP when the access and the session are to be seen. */
  async #isLive(session: Session): Promise<boolean> {
    const { accountId } = this.#debtor;
    const asked = { ...session, accountId, kind: 'balances', need: 'attended' } as const;
    const answer = await this.#part.read(asked).catch(orUnavailable);
    return !(answer?.is === 'refused' && answer.code === 'SCA_NOT_FOUND');
  }

  async endConsent(id: string): Promise<Output | undefined> {
    const isEnded = await this.#part.endConsent(id).catch(orUnavailable);
    return isEnded === true ? { outcome: 'ended' } : undefined;
  }

  accounts(): Promise<readonly string[]> {
    return Promise.resolve([this.#debtor.accountId]);
  }

  async readAccounts(): Promise<Output | undefined> {
    const answer = await this.#read(this.#debtor.accountId, 'attended');
    if (answer.is === 'answered') return { outcome: 'shown' };
    return answer.is === 'refused' ? { outcome: 'refused' } : nothingIn(answer);
  }

  async readUnattended(account: string): Promise<Output | undefined> {
    const answer = await this.#read(account, 'unattended');
    if (answer.is === 'answered') return { outcome: 'shown' };
    return answer.is === 'exceeded' ? { outcome: 'exceeded' } : nothingIn(answer);
  }

  async readBalance(account: string): Promise<Output | undefined> {
    const answer = await this.#read(account, 'attended');
    if (answer.is !== 'answered') return nothingIn(answer);
    return { outcome: 'read', value: Math.round(Number(answer.booked) * 100) };
  }

  async orderTransfer(amount: number): Promise<(() => Promise<Output | undefined>) | undefined> {
    const key = crypto.randomUUID();
    const answer = await this.#initiate(key, instant, (amount / 100).toFixed(2));
    if (outputOf(answer, { outcome: 'made' }, {}) === undefined) return undefined;
    const path = `/v1/payments/${instant}`;
    const { id, authorisationId } = this.#idsOf(key, path, 'payment');
    return async () => {
      if (!(await this.#psu.act(authorisationId, [id], 'approve'))) return undefined;
      for (let look = 0; look < looksMax; look += 1) {
        const asked = this.#gateways.request((gateway) => gateway.payments([id]));
        const [view] = (await asked.catch(orUnavailable)) ?? [];
        if (view?.transactionStatus === 'ACSC') return { outcome: 'booked' };
        await delay(lookMs);
      }
      return undefined;
    };
  }

  #initiate(key: string, product: string, amount: string): Promise<GatewayAnswer> {
    const instruction: PaymentInstruction = {
      instructedAmount: { amount, currency: 'NOK' },
      creditorName: 'Kari Kreditor',
      creditorAccount: { bban: this.#creditor.account, currency: 'NOK' },
      debtorAccount: { bban: this.#debtor.account, currency: 'NOK' },
    };
    return this.#gateways
      .request((gateway) => gateway.initiate(key, product, instruction))
      .catch(unavailable);
  }

  #idsOf(requestId: string, route: string, kind: 'payment' | 'basket') {
    return derivedIds({ requestId, route, kind }, this.#generation);
  }

  async #read(accountId: string, need: AskedRead['need']): Promise<ReadAnswer> {
    if (this.#session === undefined) throw new Error('nobody has granted the accounts');
    const asked = { ...this.#session, accountId, kind: 'balances', need } as const;
    return (await this.#part.read(asked).catch(orUnavailable)) ?? { is: 'unknown' };
  }
}

const isReceived = (answer: GatewayAnswer) =>
  answer.is === 'acknowledged' && answer.isReceived === true;

/** What a history has of an answer. @throws Error for a refusal that no client has asked for */
function outputOf(
  answer: GatewayAnswer,
  acknowledged: Output,
  refused: Readonly<Record<string, string>>,
): Output | undefined {
  if (answer.is === 'unknown') return undefined;
  if (answer.is === 'acknowledged') return acknowledged;
  const outcome = refused[answer.codes[0] ?? ''];
  if (outcome === undefined) throw new Error(`refused with ${answer.codes.join()}`);
  return { outcome };
}

/** @throws Error for an answer that no client has asked for */
function nothingIn(answer: ReadAnswer): undefined {
  if (answer.is !== 'unknown') throw new Error(`a read was answered ${JSON.stringify(answer)}`);
  return undefined;
}
