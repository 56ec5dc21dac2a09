import { GetPayment } from '@nordgate/contracts/queries';
import { InfrastructureError } from '@nordgate/event-store';
import { startTelemetry } from '@nordgate/telemetry';
import { InProcessQueries } from './in-process-queries.js';
import { ServiceUnavailableError } from './query-client.js';

// Before the first use of an instrument.
const telemetry = startTelemetry({ service: 'payments', version: '0' });
afterAll(() => telemetry.stop());

const query = new GetPayment('PSDNO-FSA-900000001', 'p-1');

/** Queries to a service that answers or fails in this way. */
function queriesTo(answer: () => Promise<unknown>): InProcessQueries {
  const queries = new InProcessQueries();
  queries.register('payments', { execute: answer as never });
  return queries;
}

/** How many queries were measured, by their outcome. */
async function counted(): Promise<Record<string, number>> {
  const series = (await telemetry.scrape()).matchAll(
    /^nordgate_query_duration_seconds_count{(.*)} (\d+)/gm,
  );
  const pairs = [...series].map(([, labels = '', count]) => {
    expect(labels).toContain('nordgate_app="payments",nordgate_message_type="GetPayment"');
    return [/nordgate_outcome="(\w+)"/.exec(labels)?.[1] ?? 'none', Number(count)] as const;
  });
  return Object.fromEntries(pairs);
}

describe('a query to a service of the process', () => {
  it('is measured with its outcome: an answer, an outage or a bug', async () => {
    await queriesTo(() => Promise.resolve({})).ask(query);
    const outage = queriesTo(() => Promise.reject(new InfrastructureError('no database')));
    await expect(outage.ask(query)).rejects.toThrow(ServiceUnavailableError);
    const bug = queriesTo(() => Promise.reject(new TypeError('a bug')));
    await expect(bug.ask(query)).rejects.toThrow('a bug');
    await expect(bug.answer(query, {})).rejects.toThrow('a bug');
    expect(await counted()).toEqual({ ok: 1, unavailable: 1, failed: 2 });
  });
});
