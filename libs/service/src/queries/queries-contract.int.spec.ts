import type { QueryBus } from '@nestjs/cqrs';
import type { QueriedService } from '@nordgate/contracts/queries';
import { describeQueriesContract } from '../testing/queries-contract.js';
import { startQueryProcess, testKeyOf } from '../testing/query-process.js';
import { HttpQueries } from './http/http-queries.js';
import { InProcessQueries } from './in-process-queries.js';

describeQueriesContract('InProcessQueries', (buses) => {
  const queries = new InProcessQueries();
  for (const [service, bus] of Object.entries(buses)) {
    queries.register(service as QueriedService, bus);
  }
  return Promise.resolve({ queries, close: () => Promise.resolve() });
});

describeQueriesContract('HttpQueries', async (buses) => {
  const services: [QueriedService, QueryBus | undefined][] = (
    ['payments', 'baskets', 'sca', 'accounts'] as const
  ).map((service) => [service, buses[service]]);
  const processes = await Promise.all(
    services.map(([service, bus]) => startQueryProcess(service, bus)),
  );
  const addresses = Object.fromEntries(
    services.map(([service], i) => [service, processes[i]?.server.url ?? '']),
  );
  const queries = new HttpQueries({ caller: 'gateway', key: testKeyOf('gateway'), addresses });
  return {
    queries,
    async close() {
      await queries.close();
      await Promise.all(processes.map((one) => one.close()));
    },
  };
});

describeQueriesContract('HttpQueries of the asked process itself', (buses) => {
  const queries = new HttpQueries({
    caller: 'payments',
    key: testKeyOf('payments'),
    addresses: {},
  });
  for (const [service, bus] of Object.entries(buses)) {
    queries.register(service as QueriedService, bus);
  }
  return Promise.resolve({ queries, close: () => queries.close() });
});
