import { testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import { createLog } from '@nordgate/telemetry';
import { eventually } from '@nordgate/testing';
import { startRetention } from './upkeep.work.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('retention_work');
});
afterAll(() => database.close());

it('startRetention deletes rows of the service in each sweep, and logs how many', async () => {
  const lines: { readonly msg: string; readonly deleted?: number }[] = [];
  const write = (line: string) => lines.push(JSON.parse(line) as (typeof lines)[number]);
  const log = createLog({ app: 'test', destination: { write } });
  const found = [3, 0, 2];
  const deleteRows = () => Promise.resolve(found.shift() ?? 0);
  const options = { database, streams: [], months: {}, log, restMs: 1 };
  const work = startRetention({ ...options, deleteRows });
  await eventually('three sweeps', () => found.length === 0 && lines.length > 1);
  await work.stop();
  expect(lines.map(({ msg, deleted }) => [msg, deleted])).toEqual([
    ['rows past their retention were deleted', 3],
    ['rows past their retention were deleted', 2],
  ]);
});
