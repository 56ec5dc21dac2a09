import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from '@nordgate/chaos/chance';
import type { Entry } from '@nordgate/chaos/history';
import { markerOf } from '@nordgate/chaos/markers';
import { Amounts } from '@nordgate/chaos/money';
import { instantInOslo } from '@nordgate/contracts/calendar';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import { bankingDayNear, dayInOslo, daysLater, publicIdOf } from '@nordgate/contracts/rules';
import { ids } from '../bank/simulated-bank.js';
import type { SimulatedBank } from '../bank/simulated-bank.js';
import { SimulatedClock } from '../clock/simulated-clock.js';
import type { ReadRecord } from './account-history.js';
import { AccountPart } from './account-part.js';
import { derivedIds, tpp } from './derived-ids.js';
import { basketsRoute, serviceOf } from './gateway-part.js';
import type { GatewayPart } from './gateway-part.js';
import type { Gateways } from './gateways.js';
import { attemptsMax, PersistentRequests, unavailable } from './persistent-requests.js';
import { Psu } from './psu.js';
import type { Meanwhile, Person } from './psu.js';
import { Reader } from './reader.js';
import type { TimeOfRun } from './time-of-run.js';
import { orUnavailable } from './unavailable.js';
import { WorldClock } from './world-clock.js';

export interface WorkloadOptions {
  readonly bank: SimulatedBank;
  readonly gateways: Gateways;
  readonly people: readonly [Person, Person, ...Person[]];
  readonly generation: number;
  readonly chance: Chance;
  readonly note: (entry: Entry) => void;
  readonly noteRead: (read: ReadRecord) => void;
  readonly time: TimeOfRun;
  /** Lets all clocks go on by so many milliseconds. */
  readonly jump: (ms: number, why: string) => void;
}

const products = [
  'norwegian-domestic-credit-transfers',
  'instant-norwegian-domestic-credit-transfers-straks',
] as const;
/** An account of the sandbox whose bank refuses every payment. */
const refusing = '99970000018';
const againMs = 400;
/** In a world that moves, the time of a read is not known exactly. */
const shareOfReading = { passes: 0.5, jumps: 0.9, differs: 0.6, moves: 0 };
const jumpsMax = 3;
const shortJumpMs = 3_600_000;
const [quietLookMs, quietLooksMax] = [20, 200];
/** Of a link and of a visit on the site. */
const linkMs = 600_000;
/** A jump ends up to so long before its bound, so that something happens before and after it. */
const beforeMs = 1_200;

interface Made {
  readonly id: string;
  readonly authorisationId: string;
}

/** What a TPP and a PSU do in one run: a few payments, baskets of some, acts of the PSU, cancellations, runs. */
export class Workload {
  readonly #amounts = new Amounts();
  readonly #psu: Psu;
  readonly #stranger: Psu;
  readonly #worldClock: WorldClock;
  #jumps = 0;
  readonly #requests: PersistentRequests;
  #lastDay = '';

  constructor(private readonly options: WorkloadOptions) {
    const { bank, gateways, people, generation } = options;
    this.#psu = new Psu(bank, gateways, people[0], generation);
    this.#stranger = new Psu(bank, gateways, people[1], generation);
    this.#requests = new PersistentRequests(options.note);
    this.#worldClock = new WorldClock(gateways, generation);
  }

  /** The last day on which a payment of the run is due, YYYY-MM-DD; empty without one. */
  get lastDay(): string {
    return this.#lastDay;
  }

  /** Resolves when everything has been asked for. */
  async run(): Promise<void> {
    const { chance, time } = this.options;
    const isReading = chance.next() < shareOfReading[time];
    const count = isReading || time === 'moves' ? chance.between(2, 5) : chance.between(3, 8);
    const paying = Array.from({ length: count }, () => this.#payAndAct(chance.fork()));
    const runs = this.#requestRuns(chance.fork());
    const reading = isReading ? this.#reader().run(chance.fork()) : undefined;
    const moving = time === 'moves' ? this.#moveWorld(chance.fork()) : undefined;
    const made = (await Promise.all(paying)).filter((one) => one !== undefined);
    await this.#baskets(made, chance.fork());
    await Promise.all([runs, reading, moving]);
  }

  #reader(): Reader {
    const { gateways, generation, people, noteRead: note, time } = this.options;
    const part = new AccountPart(gateways, generation);
    const jumpTo = time === 'jumps' ? this.#jumpTo : undefined;
    return new Reader({ part, psu: this.#stranger, person: people[1], note, jumpTo });
  }

  /**
   * Lets all clocks go on to a time. A jump over hours waits until no request is without an answer: a TPP that repeats a request after a
   * day, while the first one is still on its way, is none.
   */
  readonly #jumpTo = async (toMs: number, why: string): Promise<void> => {
    if ((this.#jumps += 1) > jumpsMax) return;
    const isLong = toMs - SimulatedClock.nowMs() > shortJumpMs;
    for (let look = 0; isLong && this.#requests.areOpen; look += 1) {
      if (look > quietLooksMax) return;
      await delay(quietLookMs);
    }
    const ms = toMs - SimulatedClock.nowMs();
    if (ms > 0) this.options.jump(ms, why);
  };

  /** A standing order, and a move of the world over one to three of its days. */
  async #moveWorld(chance: Chance): Promise<void> {
    const { at } = await this.#moment();
    const startDate = daysLater(dayInOslo(new Date(at)), 1);
    const order = { startDate, frequency: 'Daily' } as const;
    const made = await this.#pay(chance, order);
    if (made === undefined) return;
    await this.#psu.act(made.authorisationId, [made.id], 'approve');
    await this.#worldClock.isApproved(made.id);
    const day = daysLater(startDate, chance.between(0, 2));
    await this.#worldClock.moveTo(instantInOslo(day, '23:30'));
  }

  async #moment(): Promise<{ readonly at: string }> {
    const known = await this.options.gateways.moment().catch(orUnavailable);
    return known ?? { at: new Date().toISOString() };
  }

  /** Asks for a run until one is acknowledged. */
  async requestRun(attempts = attemptsMax): Promise<boolean> {
    const { gateways, note } = this.options;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const requestId = crypto.randomUUID();
      const start = gateways.request((gateway) => gateway.startRun(requestId));
      const runId = await start.catch(orUnavailable);
      if (runId !== undefined) {
        note({ is: 'running', runId });
        return true;
      }
      await delay(againMs);
    }
    return false;
  }

  /** A payment, and what happens to it alone. Answers with the payment when it is left to a basket. */
  async #payAndAct(chance: Chance): Promise<Made | undefined> {
    await delay(chance.between(0, 1200));
    const made = await this.#pay(chance);
    if (made === undefined) return undefined;
    const drawn = chance.pick([
      'approve',
      'approve',
      'refuse',
      'cancel',
      'basket',
      'basket',
      'nothing',
    ] as const);
    // A world that moves over days refuses members that nobody has approved in time.
    const fate = drawn === 'basket' && this.options.time === 'moves' ? 'approve' : drawn;
    if (fate === 'basket') return made;
    await delay(chance.between(0, 600));
    if (fate === 'cancel') {
      const requestId = crypto.randomUUID();
      const cancel = (gateway: GatewayPart) => gateway.cancel(requestId, made.id);
      await this.options.gateways.request(cancel).catch(unavailable);
    }
    if (fate === 'approve' || fate === 'refuse') {
      const isDisputed = chance.next() < 0.25;
      const intruding = isDisputed ? this.#stranger.intrude(made.authorisationId) : undefined;
      await this.#psu.act(made.authorisationId, [made.id], fate, this.#untilLinkEnds(chance));
      await intruding;
    }
    return undefined;
  }

  /** Now and then the PSU waits until the visit is about to end. */
  #untilLinkEnds(chance: Chance): Meanwhile | undefined {
    if (this.options.time !== 'jumps' || chance.next() > 0.4) return undefined;
    const endMs = SimulatedClock.nowMs() + linkMs;
    return async () => {
      await this.#jumpTo(endMs - chance.between(0, beforeMs), 'the end of a visit');
      await delay(chance.between(0, beforeMs));
    };
  }

  async #pay(
    chance: Chance,
    order?: { readonly startDate: string; readonly frequency: 'Daily' },
  ): Promise<Made | undefined> {
    const { gateways, note, people, generation } = this.options;
    const request = crypto.randomUUID();
    const product = order === undefined ? chance.pick(products) : products[0];
    const isPossible = chance.between(1, 5) > 1;
    const amount =
      isPossible || chance.next() < 0.5 ? this.#amounts.next() : this.#amounts.nextBeyondFunds();
    const to = isPossible || chance.next() < 0.5 ? people[1].account : refusing;
    const instruction: PaymentInstruction = {
      instructedAmount: { amount, currency: 'NOK' },
      creditorName: 'Kari Kreditor',
      creditorAccount: { bban: to, currency: 'NOK' },
      debtorAccount: { bban: people[0].account, currency: 'NOK' },
      endToEndIdentification: markerOf(request),
      ...(order ?? (await this.#dayOf(product, chance))),
    };
    const path = `/v1/${serviceOf(instruction)}/${product}`;
    note({ is: 'asked', request, wish: { for: 'payment', amount, path } });
    const made = derivedIds({ requestId: request, route: path, kind: 'payment' }, generation);
    const id = publicIdOf({ kind: 'payment', streamId: made.id }, tpp, ids);
    const send = () =>
      gateways.request((gateway) => gateway.initiate(request, product, instruction));
    const attempts = chance.between(1, 6) === 1 ? 1 : attemptsMax;
    if (!(await this.#requests.persist(request, id, send, attempts))) return undefined;
    if (chance.next() < 0.3) await this.#requests.persist(request, id, send, 1);
    return made;
  }

  /** Where clocks go on by days, some payments have a date. */
  async #dayOf(product: string, chance: Chance): Promise<{ requestedExecutionDate?: string }> {
    const { time } = this.options;
    const isDated = (time === 'jumps' || time === 'moves') && product === products[0];
    if (!isDated || chance.next() > 0.5) return {};
    const { at } = await this.#moment();
    const day = daysLater(dayInOslo(new Date(at)), chance.between(1, 2));
    const requestedExecutionDate = bankingDayNear(day, 'following');
    if (requestedExecutionDate > this.#lastDay) this.#lastDay = requestedExecutionDate;
    return { requestedExecutionDate };
  }

  async #baskets(made: readonly Made[], chance: Chance): Promise<void> {
    const rest = chance.shuffled(made);
    const signing: Promise<void>[] = [];
    while (rest.length > 1) {
      const members = rest.splice(0, chance.between(2, 3));
      if (chance.next() < 0.2) await this.#signAndDelete(members, chance);
      signing.push(this.#signTogether(members, chance.fork()));
      // A member that is named in two baskets belongs to the first.
      if (chance.next() < 0.3 && members[0] !== undefined) rest.push(members[0]);
    }
    await Promise.all(signing);
  }

  async #signTogether(members: readonly Made[], chance: Chance): Promise<void> {
    const { gateways, note } = this.options;
    const request = crypto.randomUUID();
    const paymentIds = members.map(({ id }) => id);
    const named = paymentIds.map((id) => publicIdOf({ kind: 'payment', streamId: id }, tpp, ids));
    note({ is: 'asked', request, wish: { for: 'basket', paymentIds: named } });
    const { id: streamId, authorisationId } = this.#basketOf(request);
    const id = publicIdOf({ kind: 'basket', streamId }, tpp, ids);
    const send = () => gateways.request((gateway) => gateway.createBasket(request, paymentIds));
    if (!(await this.#requests.persist(request, id, send, attemptsMax))) return;
    const act = chance.pick(['approve', 'approve', 'refuse', undefined] as const);
    await delay(chance.between(0, 500));
    if (act !== 'approve' && act !== 'refuse') return;
    note({ is: 'acting', request, act });
    if (await this.#psu.act(authorisationId, paymentIds, act)) note({ is: 'acted', request, act });
  }

  /** A basket that the TPP deletes again. The history leaves it out, because nobody sees it afterwards. */
  async #signAndDelete(members: readonly Made[], chance: Chance): Promise<void> {
    const { gateways } = this.options;
    const request = crypto.randomUUID();
    const paymentIds = members.map(({ id }) => id);
    const { id } = this.#basketOf(request);
    const create = (gateway: GatewayPart) =>
      gateway.createBasket(request, paymentIds, { isMarked: false });
    await gateways.request(create).catch(unavailable);
    await delay(chance.between(0, 300));
    const requestId = crypto.randomUUID();
    const remove = (gateway: GatewayPart) => gateway.deleteBasket(requestId, id);
    await gateways.request(remove).catch(unavailable);
  }

  #basketOf(requestId: string): Made {
    const created = { requestId, route: basketsRoute, kind: 'basket' } as const;
    return derivedIds(created, this.options.generation);
  }

  async #requestRuns(chance: Chance): Promise<void> {
    for (let count = chance.between(1, 3); count > 0; count -= 1) {
      await delay(chance.between(200, 1500));
      await this.requestRun(2);
    }
  }
}
