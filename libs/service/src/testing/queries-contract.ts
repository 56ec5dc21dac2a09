import { describe, expect, it } from '@jest/globals';
import type { QueryBus } from '@nestjs/cqrs';
import {
  GetActingCustomer,
  GetOpenBaskets,
  GetPayment,
  GetPayments,
  GetWorld,
} from '@nordgate/contracts/queries';
import type { QueriedService, ServiceQuery } from '@nordgate/contracts/queries';
import { InfrastructureError } from '@nordgate/event-store';
import fc from 'fast-check';
import { ServiceUnavailableError } from '../queries/query-client.js';
import type { QueryClient } from '../queries/query-client.js';

/** A client and the services that it can query. Every test gets new ones. */
export interface QueriesHarness {
  readonly queries: QueryClient;
  readonly close: () => Promise<void>;
}

/** Makes a client of services with these buses. */
export type MakeQueriesHarness = (
  buses: Readonly<Partial<Record<QueriedService, QueryBus>>>,
) => Promise<QueriesHarness>;

/** A service that answers with a function and records the queries. */
export interface TestService {
  readonly bus: QueryBus;
  readonly asked: ServiceQuery<unknown>[];
}

export function answering(
  answer: (query: ServiceQuery<unknown>, asked: number) => unknown,
): TestService {
  const asked: ServiceQuery<unknown>[] = [];
  const execute = async (query: ServiceQuery<unknown>) => {
    asked.push(query);
    return Promise.resolve(answer(query, asked.length));
  };
  return { bus: { execute } as unknown as QueryBus, asked };
}

const aPayment = new GetPayment('PSDNO-FSA-900000001', 'p-1');

/** The suite that every implementation of `Queries` passes, so that apps behave the same on each. */
export function describeQueriesContract(name: string, makeHarness: MakeQueriesHarness): void {
  describe(`${name} as queries`, () => {
    for (const [sentence, body] of Object.entries(contract)) {
      it(sentence, () => withClosing(makeHarness, body));
    }
  });
}

/** Closes all servers, also after a failed test: an open server would keep the run from ending. */
async function withClosing(
  makeHarness: MakeQueriesHarness,
  body: (make: Make) => Promise<void>,
): Promise<void> {
  const harnesses: QueriesHarness[] = [];
  try {
    await body(async (buses) => {
      const harness = await makeHarness(buses);
      harnesses.push(harness);
      return harness.queries;
    });
  } finally {
    await Promise.all(harnesses.map((harness) => harness.close()));
  }
}

type Make = (buses: Parameters<MakeQueriesHarness>[0]) => Promise<QueryClient>;

async function ask(make: Make, service: TestService): Promise<unknown> {
  return (await make({ payments: service.bus })).ask(aPayment);
}

const contract: Readonly<Record<string, (make: Make) => Promise<void>>> = {
  async 'sends the query unchanged to the service that it names'(make) {
    const services = { payments: answering(() => null), baskets: answering(() => ({})) };
    const accounts = answering(() => null);
    const buses = {
      payments: services.payments.bus,
      baskets: services.baskets.bus,
      accounts: accounts.bus,
    };
    const queries = await make(buses);
    const asked = [
      new GetPayments('tpp-1', ['p-1', 'Ærlig "p"\n']),
      new GetOpenBaskets([]),
      new GetActingCustomer({ customerNumber: '1000001' }),
    ] as const;
    for (const query of asked) await queries.ask<unknown>(query);
    const heard = [services.payments, services.baskets, accounts].map((one) => one.asked);
    expect(heard).toEqual(asked.map((query) => [query]));
    heard.forEach(([query], i) => expect(query?.constructor).toBe(asked[i]?.constructor));
  },

  async 'returns any answer that JSON can carry'(make) {
    let given: unknown;
    const service = answering(() => given);
    const queries = await make({ payments: service.bus });
    const answerOf = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
    await fc.assert(
      fc.asyncProperty(answerOf, async (answer) => {
        given = answer;
        expect(JSON.stringify(await queries.ask(aPayment))).toBe(JSON.stringify(answer));
      }),
      { numRuns: 50 },
    );
  },

  async 'returns null when the service returns nothing'(make) {
    expect(
      await ask(
        make,
        answering(() => undefined),
      ),
    ).toBeNull();
    expect(
      await ask(
        make,
        answering(() => null),
      ),
    ).toBeNull();
  },

  async 'returns falsy answers unchanged'(make) {
    for (const answer of [0, false, '', []]) {
      expect(
        await ask(
          make,
          answering(() => answer),
        ),
      ).toEqual(answer);
    }
  },

  async 'returns its own answer to each of many callers'(make) {
    const service = answering((query) => [(query as GetPayment).paymentId]);
    const queries = await make({ payments: service.bus });
    const ids = Array.from({ length: 200 }, (_, i) => `p-${String(i)}`);
    const answers = await Promise.all(ids.map((id) => queries.ask(new GetPayment('tpp-1', id))));
    expect(answers).toEqual(ids.map((id) => [id]));
  },

  async 'throws ServiceUnavailableError while the database of the service is unavailable'(make) {
    const service = answering(() => {
      throw new InfrastructureError('the database is unavailable');
    });
    await expect(ask(make, service)).rejects.toThrow(ServiceUnavailableError);
  },

  async 'throws ServiceUnavailableError while the service has not started'(make) {
    const queries = await make({ payments: answering(() => null).bus });
    await expect(queries.ask(new GetWorld({ tpp: 's' }))).rejects.toThrow(ServiceUnavailableError);
  },

  async 'throws when the service throws, and asks once'(make) {
    const service = answering(() => {
      throw new TypeError('a bug');
    });
    await expect(ask(make, service)).rejects.toThrow(Error);
    expect(service.asked).toHaveLength(1);
  },
};
