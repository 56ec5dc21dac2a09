import { randomUUID } from 'node:crypto';
import { instantInOslo } from '@nordgate/contracts/calendar';
import type { PeriodicOrder } from '@nordgate/contracts/calendar';
import { dayInOslo, daysLater } from '@nordgate/contracts/rules';
import {
  approveAt,
  aPeriodicPayment,
  clockOf,
  clockPath,
  eventually,
  initiate,
  jsonWith,
  listedCustomers,
  meetPsu,
  orderBetween,
  periodicPath,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import { strangersDays } from '@nordgate/testing/calendar';

interface Occurrence {
  readonly date: string;
  readonly transactionStatus: string;
}

/** A TPP's world with a standing order, and the debtor who has approved it. */
interface OrderedWorld {
  readonly world: World;
  readonly debtor: ListedCustomer;
  readonly order: PeriodicOrder;
  readonly paymentId: string;
}

const movedDays = 40;
/** Each world has another one, so that their stops are at different times. */
const orders: readonly Omit<PeriodicOrder, 'startDate'>[] = [
  { frequency: 'Weekly', executionRule: 'following' },
  { frequency: 'EveryTwoWeeks', executionRule: 'preceeding' },
  { frequency: 'Weekly', executionRule: 'preceeding' },
];

/** Worlds whose clocks move over the days of their standing orders while the bank is killed, and one whose clock stands. */
export class MovedWorlds {
  private readonly until = daysLater(dayInOslo(new Date()), movedDays);

  private constructor(
    private readonly moved: readonly OrderedWorld[],
    private readonly still: OrderedWorld,
  ) {}

  /** Makes a standing order in each world. The last world is the one whose clock stands. */
  static async prepare(worlds: readonly World[]): Promise<MovedWorlds> {
    const made: OrderedWorld[] = [];
    for (const [at, world] of worlds.entries()) {
      made.push(await orderIn(world, orders[at % orders.length] ?? {}, at));
    }
    const still = made.pop();
    if (still === undefined) throw new Error('no worlds');
    return new MovedWorlds(made, still);
  }

  /** Moves the clocks, all at once; resolves when each is there. Who gets no answer asks again, with the same X-Request-ID. */
  async move(): Promise<void> {
    await Promise.all(this.moved.map(({ world }) => this.moveOne(world)));
  }

  private async moveOne(world: World): Promise<void> {
    const body = { now: instantInOslo(this.until, '23:30').toISOString() };
    const headers = { 'x-request-id': randomUUID() };
    const call = { method: 'PUT', path: clockPath, body, headers } as const;
    await eventually('the move begins', () => doesAnswer(world.tpp.call(call), 202), limits);
    const isThere = async () => (await clockOf(world).catch(() => undefined))?.state === 'ready';
    await eventually('the clock is ready', isThere, limits);
  }

  /**
   * What is not as the calendar of others says: an occurrence that is missing, happened twice or on another day, was not
   * executed, or is not on the account once; and anything that happened in the world whose clock stands.
   */
  async faults(): Promise<readonly string[]> {
    const faults: string[] = [];
    for (const [at, { order, ...one }] of this.moved.entries()) {
      const days = strangersDays(order, this.until);
      const found = await occurrencesOf(one);
      const seen = found.map(({ date, transactionStatus: is }) => `${date} ${is}`).join();
      const expected = days.map((day) => `${day} ACSC`).join();
      if (seen !== expected || days.length === 0)
        faults.push(`world ${String(at)}: ${seen}, not ${expected}`);
    }
    const none = await occurrencesOf(this.still);
    if (none.length > 0) faults.push(`the still world has ${String(none.length)} occurrences`);
    const { now } = await clockOf(this.still.world);
    if (Math.abs(Date.parse(now) - Date.now()) > 60_000)
      faults.push(`the still world is at ${now}`);
    return faults;
  }
}

const limits = { limitMs: 120_000, everyMs: 50 };

async function orderIn(
  world: World,
  rule: Partial<PeriodicOrder>,
  at: number,
): Promise<OrderedWorld> {
  const customers = await listedCustomers(world.tpp);
  const [debtor, creditor] = customers.filter(({ customerType }) => customerType === 'PRIVATE');
  if (debtor === undefined || creditor === undefined) throw new Error('no customers');
  await meetPsu(world, debtor);
  const startDate = daysLater(dayInOslo(new Date()), 1 + at);
  const open = { endDate: undefined, dayOfExecution: undefined, startDate, ...rule };
  const body = aPeriodicPayment(orderBetween({ debtor, creditor }, open));
  const { paymentId, scaHref } = await initiate(world, periodicPath, body);
  await approveAt(world, scaHref, debtor);
  const order = { frequency: 'Weekly', ...rule, startDate } as const;
  return { world, debtor, order, paymentId };
}

/** The session of an hour has ended in a world that was moved. */
async function occurrencesOf({
  world,
  debtor,
  paymentId,
}: Omit<OrderedWorld, 'order'>): Promise<readonly Occurrence[]> {
  world.tpp.actFor(undefined);
  await meetPsu(world, debtor);
  const path = `${periodicPath}/${paymentId}`;
  const answer = await world.tpp.call({ method: 'GET', path });
  return jsonWith<{ readonly occurrences?: readonly Occurrence[] }>(answer, 200).occurrences ?? [];
}

/** Whether a call is answered so. A killed bank gives no answer. */
async function doesAnswer(
  answer: Promise<{ readonly status: number }>,
  status: number,
): Promise<boolean> {
  return (await answer.catch(() => undefined))?.status === status;
}
