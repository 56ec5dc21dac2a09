import { aDomesticPayment, singlePath } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import type { TppCall } from '@nordgate/tpp-client';
import { bytesOf, openSocket, receivedBy, statusesIn } from '../testing/raw-request.js';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';
import { BodyBudget } from './body-budget.js';
import { BodyTurns } from './body-turns.js';
import { defaultLoad, Overload } from './overload.hook.js';
import { defaultLimits } from './request-limits.hook.js';

/** An event loop whose clock goes on by the work alone: what a pass costs is what its guard measures. */
class CountedLoop {
  private now = 0;
  private next: (() => void)[] = [];
  private measured: number[] = [];
  private checkedAt = 0;
  readonly overload = new Overload(
    { loopDelayMs: () => this.meanDelay(), commandsLag: () => false },
    defaultLoad,
  );

  /** Does work now, in the current pass. */
  work(ms: number): void {
    this.now += ms;
  }

  /** Does something in a later pass. */
  later(passes: number, then: () => void): void {
    this.next.push(passes === 1 ? then : () => this.later(passes - 1, then));
  }

  async pass(): Promise<void> {
    const before = this.now;
    const due = this.next;
    this.next = [];
    for (const one of due) one();
    await new Promise((resolve) => setImmediate(resolve));
    // The guard sees a pass that is longer than the step of its measure, and no shorter one: the worst mean.
    if (this.now - before >= 20) this.measured.push(this.now - before);
    // A timer that is late fires once.
    if (this.now - this.checkedAt < defaultLoad.checkEveryMs) return;
    this.checkedAt = this.now;
    this.overload.check();
  }

  private meanDelay(): number {
    const { measured } = this;
    this.measured = [];
    return measured.length === 0 ? 0 : measured.reduce((sum, one) => sum + one) / measured.length;
  }
}

/** What 1 MiB with 90,000 members cost in one piece before members had a bound. */
const largestPieceMs = 330;
const mib = 1024 * 1024;
const alive = { destroyed: false, once: () => undefined, off: () => undefined };

/** The causes for which small requests of others are refused while two TPPs send 16 MiB each. */
async function refusedBeside(turns: (loop: CountedLoop) => Pick<BodyTurns, 'take'>) {
  const loop = new CountedLoop();
  const budget = new BodyBudget(defaultLimits);
  const taking = turns(loop);
  let left = 0;
  for (const tpp of ['one', 'two']) {
    for (let body = 0; body < 16; body += 1) {
      left += 1;
      const release = budget.reserve(tpp, mib);
      void taking.take(tpp, mib, alive).then(() => {
        loop.work(largestPieceMs);
        release?.();
        left -= 1;
      });
    }
  }
  const refused = new Set<string>();
  for (let pass = 0; pass < 4 || left > 0; pass += 1) {
    await loop.pass();
    const release = budget.reserve('another', 2000);
    if (release === undefined) refused.add('body-bytes');
    const cause = loop.overload.refuses(true);
    if (cause !== undefined) refused.add(cause);
    await taking.take('another', 2000, alive).catch(() => refused.add('body-turns'));
    loop.work(1);
    release?.();
  }
  return [...refused];
}

describe('large bodies of some TPPs', () => {
  it('have no small request of another TPP refused by budget, turns or the guard of the event loop', async () => {
    const inTurn = (loop: CountedLoop) =>
      new BodyTurns(defaultLimits, (then) => loop.later(4, then));
    expect(await refusedBeside(inTurn)).toEqual([]);
  });

  it('would have it refused if eight were parsed in one pass', async () => {
    const eightAtOnce = (loop: CountedLoop) => {
      let taken = 0;
      return {
        take: (_tpp: string, bytes: number) =>
          bytes < mib
            ? Promise.resolve()
            : new Promise<void>((resolve) => loop.later(1 + Math.floor(taken++ / 8), resolve)),
      };
    };
    expect(await refusedBeside(eightAtOnce)).toEqual(['event-loop']);
  });
});

describe('hostile bodies of 1 MiB at a gateway', () => {
  let gateway: StubbedGateway;
  beforeAll(async () => {
    const rates = { perTpp: 1000, perAddress: 1000 };
    // The machine of a test is no measure: the delay of the loop is judged above.
    gateway = await startStubbedGateway({ rates, load: { loopDelayMs: () => 0 } });
  });
  afterAll(() => gateway.stop());

  const tppOf = async (id: string) => {
    const identity = await gateway.newSeal(id);
    return new TppClient({ baseUrl: gateway.url, identity, redirectUri: 'https://tpp.example/' });
  };
  const unknown = Object.fromEntries(
    Array.from({ length: 90_000 }, (_, at) => [`m${String(at)}`, 1]),
  );
  const hostile: TppCall = {
    ...{ method: 'POST', path: '/v1/bulk-payments/norwegian-domestic-credit-transfers' },
    ...{ body: unknown, headers: { 'psu-context': 'PRIVATE' } },
  };
  const payment: TppCall = { ...hostile, path: singlePath, body: aDomesticPayment() };

  /** Sends a body without its last octet. */
  const halfSent = (tpp: TppClient) => {
    const { headers, body = Buffer.alloc(0) } = tpp.signed(hostile);
    const lines = Object.entries({ ...headers, 'content-length': String(body.length) });
    const socket = openSocket(gateway.url);
    socket.write(
      bytesOf(
        [
          ...[`POST ${hostile.path} HTTP/1.1`, 'host: bank', 'connection: close'],
          ...lines.map(([name, value]) => `${name}: ${value}`),
        ],
        body.subarray(0, -1),
      ),
    );
    return { end: () => socket.write(body.subarray(-1)), answered: receivedBy(socket) };
  };

  it('are refused, and every payment of another TPP beside them is made', async () => {
    const [one, two, other] = await Promise.all(
      ['PSDNO-FSA-1', 'PSDNO-FSA-2', 'PSDNO-FSA-3'].map((id) => tppOf(id)),
    );
    const bodies = [one, two].flatMap((tpp) => Array.from({ length: 8 }, () => halfSent(tpp!)));
    const before = await Promise.all(Array.from({ length: 20 }, () => other!.call(payment)));
    for (const { end } of bodies) end();
    const beside = await Promise.all(Array.from({ length: 20 }, () => other!.call(payment)));
    expect([...before, ...beside].map(({ status }) => status)).toEqual(Array(40).fill(201));
    const answers = await Promise.all(bodies.map(({ answered }) => answered));
    const statuses = answers.flatMap(statusesIn);
    expect(statuses).toHaveLength(16);
    // A slow machine may take longer over a body than a client is given for it.
    expect(statuses.filter((status) => ![400, 408, 503].includes(status))).toEqual([]);
    const counted = answers.filter((answer) => answer.includes('more than 40000 members'));
    expect(counted.flatMap(statusesIn)).toContain(400);
    expect(gateway.bus.sent).toHaveLength(40);
  });
});
