import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecorded, operationVerbs, operatorRequestFrom } from '@nordgate/contracts/commands';
import type { AuditEntry, AuditPage, OperatorRequest } from '@nordgate/contracts/commands';
import { EventStore } from '@nordgate/event-store';
import { originOf } from '../../testing/an-origin.js';
import { testPlatform } from '../../testing/test-platform.js';
import type { TestPlatform } from '../../testing/test-platform.js';
import type { Operate } from '../operations.js';
import { DiskGrowth } from '../disk-growth.js';
import { serviceOperations } from '../service-operations.js';
import { operationStream } from './operation-stream.js';

let platform: TestPlatform;
let operate: Operate;
/** The entries that the record had when the service acted. */
let entriesAtAct: readonly AuditEntry[] | undefined;

beforeAll(async () => {
  platform = await testPlatform(['payments']);
  const database = platform.look('payments');
  operate = serviceOperations({
    ...{ name: 'payments', streams: [operationStream], projections: [], log: platform.log },
    store: new EventStore(database, [operationStream]),
    strategy: { handlingOf: () => undefined, groups: [] },
    ...{ health: platform.health, disk: new DiskGrowth() },
    erasing: { execute: () => Promise.resolve(), momentOf: () => Promise.resolve({ at: 'now' }) },
    own: async () => {
      entriesAtAct = await entriesAfter(0);
      return 'done';
    },
  });
});
afterAll(() => platform.close());
beforeEach(() => {
  entriesAtAct = undefined;
});

const origin = originOf();
const pageAfter = (after: number) =>
  operate(
    { name: 'ListAudit', service: 'payments', after: String(after) },
    origin,
  ) as Promise<AuditPage>;
const entriesAfter = async (after: number) => (await pageAfter(after)).entries;
const last = async () => (await pageAfter(0)).head.entry;

/** One value for each field of a request; a field without one fails, so that it gets one. */
const values: Readonly<Record<string, unknown>> = {
  ...{ service: 'payments', id: '6e7a4c7e-2f0d', tppId: 'PSDNO-FSA-1', reason: 'because' },
  ...{ paymentId: 'a1f0c3d2e4b5968778695a4b3c2d1e0f', body: {}, runId: '2030-03-01-1330' },
  ...{ seq: '17', after: '1', upTo: '17', dryRun: false, reveal: true, until: '2030-03-01' },
  ...{ consumer: 'payments', stream: 'operation-payments', projection: 'operation' },
  ...{ customerId: 'kari', keys: 'id:9c4f6c0e-0a3c-4f0e-8d5b-1f2d3c4b5a69', place: '0.0' },
  operation: '9c4f6c0e-0a3c-4f0e-8d5b-1f2d3c4b5a69',
  ...{
    from: '2030-03-01T09:00:00.000Z',
    readsGoOn: true,
    requestId: 'a-request',
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  },
};

interface Definition {
  readonly properties?: Readonly<Record<string, { readonly const?: string }>>;
}

const schemas = join(import.meta.dirname, '../../../../contracts/schemas/operations.json');
const { definitions } = JSON.parse(readFileSync(schemas, 'utf8')) as {
  readonly definitions: Readonly<Record<string, Definition>>;
};

/** Every request that a service accepts, as one that changes or reveals wherever it can. */
const requests = Object.values(definitions).flatMap(({ properties }) => {
  const name = properties?.['name']?.const;
  if (name === undefined) return [];
  const fields = Object.keys(properties ?? {}).filter((field) => field !== 'name');
  const own = name === 'PlanMaintenance' ? { until: '2030-03-01T10:00:00.000Z' } : {};
  const given = Object.fromEntries(fields.map((field) => [field, values[field]]));
  const request = { name, ...given, ...own };
  return [{ name, request: request as OperatorRequest }];
});
const [recorded, others] = [true, false].map((wanted) =>
  requests.filter(({ request }) => isRecorded(request) === wanted),
) as [typeof requests, typeof requests];

it('the operations of this test are those of the table, each with its fields', () => {
  expect(requests.map(({ name }) => name).sort()).toEqual(Object.keys(operationVerbs).sort());
  for (const { request } of requests) expect(operatorRequestFrom(request)).toEqual({ request });
});

describe('an operation that changes or reveals something', () => {
  // A retry without a message does nothing; the record of one with a message: retry-next.int.spec.ts.
  it.each(recorded.filter(({ name }) => name !== 'RetryNextParked'))(
    '$name is in the record before it is done, with its end',
    async ({ name, request }) => {
      const before = await last();
      await operate(request, origin).catch((error: unknown) => error);
      const entries = await entriesAfter(before);
      if (name === 'ConfirmOperation') {
        expect(entries).toMatchObject([{ type: 'OperationRefused', refused: 'NOT_PROPOSED' }]);
        return;
      }
      const kept = Object.entries(request).filter(
        ([field]) => !['name', 'reason', 'body'].includes(field),
      );
      const about = Object.fromEntries(kept) as object;
      const reason = 'because';
      expect(entries).toMatchObject([
        { type: 'OperationBegun', asked: { name, about }, by: { name: 'kari' }, reason },
        { type: 'OperationEnded', operation: entries[0]?.operation },
      ]);
      const isOwn = !('service' in request);
      if (isOwn) expect(entriesAtAct?.at(-1)).toMatchObject({ entry: before + 1 });
    },
  );

  it.each(recorded)(
    '$name is not done for somebody whom the service has not verified',
    async (one) => {
      const before = await last();
      const stranger = { ...origin, person: { unverified: 'no proof' }, as: 'kari' };
      const done = operate(one.request, stranger);
      if (one.name === 'RetryNextParked') expect(await done).toBeNull();
      else await expect(done).rejects.toThrow('nobody is verified: no proof');
      expect(entriesAtAct).toBeUndefined();
      if (one.name === 'RetryNextParked') return;
      const [entry, ...more] = await entriesAfter(before);
      expect(more).toEqual([]);
      expect(entry).toMatchObject({ refused: 'UNVERIFIED', claimed: 'kari' });
      expect(entry).not.toHaveProperty('by');
    },
  );
});

const recordsDryRun = (name: string) =>
  operationVerbs[name as OperatorRequest['name']].recordsDryRun === true;

describe('an operation that only reads', () => {
  it.each(others)('$name leaves no entry, and needs no person', async ({ request }) => {
    const before = await last();
    const stranger = { ...origin, person: { unverified: 'no proof' } };
    await operate(request, stranger).catch((error: unknown) => error);
    expect(await last()).toBe(before);
  });

  it.each(['dryRun', 'reveal'])('a request without effect (%s) leaves no entry', async (field) => {
    const before = await last();
    const all = recorded.filter(({ name, request }) => field in request && !recordsDryRun(name));
    for (const { request } of all) {
      const harmless = { ...request, [field]: field === 'dryRun' };
      await operate(harmless, origin).catch((error: unknown) => error);
    }
    expect(all.length).toBeGreaterThan(1);
    expect(await last()).toBe(before);
  });

  it('a dry run of an erasure is recorded, because it tells about a customer', async () => {
    const before = await last();
    const [erasure] = recorded.filter(({ name }) => recordsDryRun(name));
    await operate({ ...erasure?.request, dryRun: true }, origin);
    expect(await last()).toBe(before + 2);
  });
});

it('a change of a payment leaves a hash of its body, and no member of it', async () => {
  const before = await last();
  const { request } = requests.find(({ name }) => name === 'ChangePayment') ?? {};
  await operate({ ...request, body: { creditorName: 'Kari Nordmann' } }, origin);
  const [entry] = await entriesAfter(before);
  expect(entry).toMatchObject({
    asked: { bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
  });
  expect(JSON.stringify(entry)).not.toContain('Kari Nordmann');
});
