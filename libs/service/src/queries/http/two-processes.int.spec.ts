import { Inject, Module } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetBasket, GetPayments } from '@nordgate/contracts/queries';
import type { BasketView, PaymentView } from '@nordgate/contracts/queries';
import type { Database } from '@nordgate/event-store';
import { DATABASE, QUERIES } from '../../host/platform.js';
import type { Platform } from '../../host/platform.js';
import { runService } from '../../host/service.js';
import type { RunningService, ServiceDefinition } from '../../host/service.js';
import { countersApp, talliesApp } from '../../testing/counting-services.js';
import { eventually } from '@nordgate/testing';
import { noTelemetry, testBearerKeys, testKeyOf } from '../../testing/query-process.js';
import { testPlatform } from '../../testing/test-platform.js';
import type { TestPlatform } from '../../testing/test-platform.js';
import { startInternalServer } from '../../host/internal-server.js';
import type { InternalServer } from '../../host/internal-server.js';
import { ServiceUnavailableError } from '../query-client.js';
import type { QueryClient } from '../query-client.js';
import { HttpQueries } from './http-queries.js';
import { TokenCheck } from './tokens.js';

/** Of each counter its total, in the place of a payment. */
@QueryHandler(GetPayments)
class GetTotals implements IQueryHandler<GetPayments> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ tpp, paymentIds }: GetPayments): Promise<readonly PaymentView[]> {
    const { rows } = await this.database.pool.query<{ readonly state: unknown }>(
      'select state from es.view where stream_id = any($1)',
      [paymentIds.map((id) => `counter-${id}`)],
    );
    return rows.map(({ state }) => ({ tpp, state })) as unknown as PaymentView[];
  }
}

/** Asks the other process itself, as an app does. */
@QueryHandler(GetBasket)
class GetSum implements IQueryHandler<GetBasket> {
  constructor(@Inject(QUERIES) private readonly queries: QueryClient) {}

  async execute({ tpp, basketId }: GetBasket): Promise<BasketView | null> {
    const totals = await this.queries.ask(new GetPayments(tpp, [basketId]));
    return { basketId, totals } as unknown as BasketView;
  }
}

@Module({ imports: [countersApp.module], providers: [GetTotals] })
class AskedCounters {}

@Module({ imports: [talliesApp.module], providers: [GetSum] })
class AskedTallies {}

/** A service with its internal server, as in a separate process. */
interface OwnProcess {
  readonly queries: HttpQueries;
  readonly server: InternalServer;
  readonly service: RunningService;
}

async function startOwn(
  definition: ServiceDefinition,
  on: TestPlatform,
  addresses: ConstructorParameters<typeof HttpQueries>[0]['addresses'],
): Promise<OwnProcess> {
  const { name } = definition;
  const queries = new HttpQueries({ caller: name, key: testKeyOf(name), addresses });
  const platform: Platform = { ...on, queries };
  const service = await runService(definition, platform);
  const server = await startInternalServer({
    host: '127.0.0.1',
    port: 0,
    health: on.health,
    log: on.log,
    telemetry: noTelemetry,
    service: {
      name,
      tokens: new TokenCheck({ audience: name, keys: testBearerKeys }),
      answer: (query, from) => queries.answer(query, from),
      log: on.log,
    },
  });
  return { queries, server, service };
}

async function stopOwn({ queries, server, service }: OwnProcess): Promise<void> {
  await server.stop();
  await service.stop();
  await queries.close();
}

describe('two services in two processes', () => {
  let bus: TestPlatform;
  let counters: OwnProcess;
  let tallies: OwnProcess;
  let gateway: HttpQueries;

  beforeAll(async () => {
    bus = await testPlatform(['payments', 'baskets']);
    counters = await startOwn({ ...countersApp, module: AskedCounters }, bus, {});
    const payments = counters.server.url;
    tallies = await startOwn({ ...talliesApp, module: AskedTallies }, bus, { payments });
    const addresses = { payments, baskets: tallies.server.url };
    gateway = new HttpQueries({ caller: 'gateway', key: testKeyOf('gateway'), addresses });
  });

  afterAll(async () => {
    await gateway.close();
    await stopOwn(tallies);
    await bus.close();
  });

  it('query each other over HTTP and see committed events', async () => {
    await bus.ask({ stream: 'counter-far', data: { by: 5 } });
    const answer = await gateway.ask(new GetBasket('tpp-1', 'far'));
    const totals = [{ tpp: 'tpp-1', state: { total: 5 } }];
    expect(answer).toEqual({ basketId: 'far', totals });
    expect(await counters.queries.ask(new GetPayments('tpp-1', ['far']))).toEqual(totals);
  });

  it('get ServiceUnavailableError while the other fails', async () => {
    const { pool } = bus.look('payments');
    await pool.query('alter table es.view rename to gone');
    const asked = gateway.ask(new GetBasket('tpp-1', 'far')).catch((error: unknown) => error);
    expect(await asked).toBeInstanceOf(ServiceUnavailableError);
    await pool.query('alter table es.gone rename to view');
    await eventually('it answers again', () =>
      gateway.ask(new GetBasket('tpp-1', 'far')).then(
        () => true,
        () => false,
      ),
    );
  });

  it('get ServiceUnavailableError after the other has stopped', async () => {
    await stopOwn(counters);
    const asked = gateway.ask(new GetBasket('tpp-1', 'far')).catch((error: unknown) => error);
    expect(await asked).toBeInstanceOf(ServiceUnavailableError);
  });
});
