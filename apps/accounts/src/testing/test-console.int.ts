import { createSecretKey } from 'node:crypto';
import {
  ActInOtherChannel,
  FindKeptRequests,
  GetApprovedPayments,
  GetClockMoves,
  GetTppAdmission,
  GetTppRequests,
  GetWorld,
  GetWorldPlan,
  GetWorldTimeline,
  MoveWorldClock,
} from '@nordgate/contracts/queries';
import type {
  BankActOutcome,
  ClockMove,
  ClockOutcome,
  FoundRequest,
  KeptRequest,
  TppAdmission,
  World,
  WorldMoment,
} from '@nordgate/contracts/queries';
import { consoleCodeHash } from '@nordgate/contracts/rules';
import { testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import type { Bus, Message } from '@nordgate/messaging';
import { ServiceUnavailableError } from '@nordgate/service';
import type { InstanceQueries, QueryClient } from '@nordgate/service';
import { issueSandboxCa } from '@nordgate/signature/issue';
import type { IssuedPem } from '@nordgate/signature/issue';
import { createLog } from '@nordgate/telemetry';
import { ConsoleActions } from '../sandbox/console/console-actions.routes.js';
import { ConsoleBank } from '../sandbox/console/console-bank.service.js';
import { ConsoleBrowsing } from '../sandbox/console/console-browsing.routes.js';
import { ConsoleChannels } from '../sandbox/console/console-channels.routes.js';
import { ConsoleClock } from '../sandbox/console/console-clock.routes.js';
import { ConsoleClocks } from '../sandbox/console/console-clock.service.js';
import { ConsoleGuard } from '../sandbox/console/console-visit.guard.js';
import { ConsoleVisits } from '../sandbox/console/console-visits.queries.js';
import { ConsoleServer } from '../sandbox/console/console.server.js';
import { ConsoleHolder1790000000014 } from '../migrations/14-console-holder.migration.js';
import { Console1790000000006 } from '../migrations/6-console.migration.js';

/** The TPPs whose requests the fake gateway has. */
export const [a, b] = ['PSDNO-FSA-900000001', 'PSDNO-FSA-900000002'] as const;

/** Payments that the fake bank has approved. */
export const approved = [{ paymentId: 'payment-1', version: 2 }];

function request(id: string, at: string): KeptRequest {
  return {
    ...{ id, at, method: 'GET', target: `/v1/${id}`, status: 400, requestId: null, traceId: null },
    ...{ isProven: false, headers: [], messages: [], verdict: null },
  };
}

/** A request with a trace, under an X-Request-ID that both TPPs have sent. */
const traced = (id: string, at: string): KeptRequest => ({
  ...request(id, at),
  ...{ requestId: 'same-id', traceId: 'f'.repeat(32) },
});

/** The last requests at the gateway. */
const kept: Readonly<Record<string, readonly KeptRequest[]>> = {
  [a]: [request('late', '2030-01-01T00:00:02Z'), request('early', '2030-01-01T00:00:00Z')],
  'PSDNO-FSA-900000004': (
    [
      ['payment', 'AP1'],
      ['basket', 'AB1'],
      ['consent', 'AC1'],
    ] as const
  ).map(([kind, id]) => ({
    ...request(`of-${kind}`, '2030-01-01T00:00:00Z'),
    resource: { kind, id },
  })),
  'PSDNO-FSA-900000003': [traced('traced', '2030-01-01T00:00:00Z')],
  [b]: [request('of-b', '2030-01-02T00:00:00Z'), traced('traced-b', '2030-01-01T00:00:00Z')],
};

function found(requestId: string): readonly FoundRequest[] {
  const all = Object.entries(kept).flatMap(([tpp, requests]) =>
    requests.map((one) => ({ tpp, request: one, spans: [spanOf(one.id)] })),
  );
  return all.filter((one) => one.request.requestId === requestId);
}

const spanOf = (id: string) => ({
  ...{ spanId: id, name: `span.of.${id}`, service: 'gateway', startMs: 1, durationMs: 2 },
  ...{ failed: false, attributes: { 'http.route': '<b>' } },
});

/** What is ahead in the world: the next run, a later one with something to execute, and the end of a consent. */
export const plan = {
  runs: { slot: '2030-03-04T05:00:00.000Z', due: '2030-03-05T12:30:00.000Z' },
  consents: [
    {
      what: 'consent',
      at: '2030-08-30T22:00:00.000Z',
      of: { kind: 'consent', id: '8d4a43bd-8c0a-5a5c-8f5f-1f4b6c3d2e1f.7' },
    },
  ],
} as const;

/** A request of a browser. */
interface Sent {
  readonly cookie?: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly origin?: string;
}

/** The console on a separate database, beside gateways and services that a test decides about. */
export class TestConsole {
  /** What the console told the bank. */
  readonly sent: { readonly topic: string; readonly message: Message }[] = [];
  /** What the gateways say of a TPP; without an entry it may act with the roles of its code. */
  readonly admissions = new Map<string, TppAdmission>();
  /** The generation of the world of each TPP; undefined before its first request. */
  generation: number | undefined = 7;
  /** The queries about a world that the console asked. */
  readonly asked: object[] = [];
  /** What the console had the bank do, and what the gateway answers. */
  readonly acts: ActInOtherChannel[] = [];
  outcome: BankActOutcome = { is: 'done', status: 'CANC' };
  /** How the clock of the world goes, and which moves it has made. */
  time: Pick<World, 'aheadMs' | 'move'> = {};
  moves: readonly ClockMove[] = [];
  /** What happened in the world, and whether there was more. */
  moments: readonly WorldMoment[] = [];
  isCut = false;
  /** What the console asked about the clock, and what the gateway answers to a wish to move it. */
  readonly wishes: MoveWorldClock[] = [];
  readonly timelines: GetWorldTimeline[] = [];
  clockOutcome: ClockOutcome = { is: 'moved' };
  isGatewayDown = false;
  /** Whether there is a second gateway, which gives no answer. */
  isSecondDown = false;
  private url = '';
  private codes = 0;
  private server: ConsoleServer | undefined;

  private constructor(
    readonly database: TestDatabase,
    readonly ca: IssuedPem,
    readonly visits = new ConsoleVisits(database),
  ) {}

  static async open(name: string): Promise<TestConsole> {
    const migrations = [Console1790000000006, ConsoleHolder1790000000014];
    const validTo = new Date(Date.now() + 86_400_000 * 100);
    const validity = { validFrom: new Date(Date.now() - 3_600_000), validTo };
    const ca = await issueSandboxCa({ ...validity, commonName: 'CA', organisation: 'CA' });
    return new TestConsole(await testDatabase(name, migrations), ca);
  }

  /** Starts the server, which knows no address and no TPP that has ended. */
  async start(): Promise<void> {
    [this.sent.length, this.isGatewayDown, this.isSecondDown] = [0, false, false];
    this.admissions.clear();
    [this.asked.length, this.generation] = [0, 7];
    [this.acts.length, this.outcome] = [0, { is: 'done', status: 'CANC' }];
    [this.wishes.length, this.timelines.length, this.clockOutcome] = [0, 0, { is: 'moved' }];
    [this.time, this.moves, this.moments, this.isCut] = [{}, [], [], false];
    const { ca } = this;
    const settings = {
      ...{ host: '127.0.0.1', port: 0, ca },
      ids: { current: 'A', keys: { A: createSecretKey(Buffer.alloc(32)) } },
      onListening: (address: string) => (this.url = address),
    };
    const bank = new ConsoleBank(this.queries(), this.bus(), settings);
    const clocks = new ConsoleClocks(this.queries(), settings);
    const guard = new ConsoleGuard(settings, this.visits, bank, clocks);
    const actions = new ConsoleActions(bank, guard, settings);
    const log = createLog({ app: 'console', level: 'silent' });
    const browsing = new ConsoleBrowsing(bank, guard);
    const channels = new ConsoleChannels(bank, guard);
    const clock = new ConsoleClock(clocks, guard);
    this.server = new ConsoleServer(settings, log, browsing, actions, channels, clock);
    await this.server.onApplicationBootstrap();
  }

  async stop(): Promise<void> {
    await this.server?.onModuleDestroy();
  }

  close(): Promise<void> {
    return this.database.close();
  }

  async newCode(tpp: string, roles: readonly string[] = ['PSP_PI', 'PSP_AI']): Promise<string> {
    const code = `code-${String((this.codes += 1))}`;
    await this.visits.keep(consoleCodeHash(code), { tpp, roles });
    return code;
  }

  call(path: string, { cookie, form, origin }: Sent = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      redirect: 'manual',
      headers: { ...(cookie && { cookie }), ...(origin && { origin }) },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
  }

  /** The cookie and the form token of a new visit. */
  async visitOf(
    tpp: string,
    roles?: readonly string[],
  ): Promise<{ readonly cookie: string; readonly token: string }> {
    const code = await this.newCode(tpp, roles);
    const answer = await this.call('/visit', { form: { code } });
    const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
    const page = await (await this.call('/actions', { cookie })).text();
    return { cookie, token: /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '' };
  }

  private queries(): QueryClient & InstanceQueries {
    return {
      ask: (query) => Promise.resolve(this.worldAnswer(query) as never),
      askEach: (query) => {
        const error = new ServiceUnavailableError('down');
        const silent = { instance: 'gateway-2:8090', error };
        const first = this.isGatewayDown
          ? { instance: 'gateway-1:8090', error }
          : { instance: 'gateway-1:8090', answer: this.answerOf(query) as never };
        return Promise.resolve(this.isSecondDown ? [first, silent] : [first]);
      },
    };
  }

  private worldAnswer(query: object): unknown {
    if (query instanceof GetWorld) {
      const { generation, time } = this;
      return generation === undefined ? null : { tpp: a, generation, ...time };
    }
    if (query instanceof GetClockMoves) return this.moves;
    this.asked.push(query);
    return query instanceof GetApprovedPayments ? approved : [];
  }

  private answerOf(query: unknown): unknown {
    if (query instanceof ActInOtherChannel) {
      this.acts.push(query);
      return this.outcome;
    }
    if (query instanceof MoveWorldClock) {
      this.wishes.push(query);
      return this.clockOutcome;
    }
    if (query instanceof GetWorldTimeline) {
      this.timelines.push(query);
      return { moments: this.moments, isCut: this.isCut };
    }
    if (query instanceof GetWorldPlan) return plan;
    if (query instanceof GetTppRequests) return kept[query.tpp] ?? [];
    if (query instanceof FindKeptRequests) return found(query.requestId);
    if (!(query instanceof GetTppAdmission)) throw new Error('the gateway has no such query');
    const { tpp, roles } = query.holder;
    return this.admissions.get(tpp) ?? { is: 'admitted', roles };
  }

  private bus(): Bus {
    return {
      publish: (topic: string, messages: readonly Message[]) => {
        this.sent.push(...messages.map((message) => ({ topic, message })));
        return Promise.resolve();
      },
    } as unknown as Bus;
  }
}
