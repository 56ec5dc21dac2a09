import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SubjectPage } from '@nordgate/contracts/commands';
import { FolderStore } from '@nordgate/event-store';
import { eventually } from '@nordgate/testing';
import { runService } from '../../host/service.js';
import type { OperableService } from '../../host/service.js';
import { countMax, countersApp } from '../../testing/counting-services.js';
import { originOf } from '../../testing/an-origin.js';
import { testPlatform } from '../../testing/test-platform.js';
import type { TestPlatform } from '../../testing/test-platform.js';
import { OperationDenied, SecondPersonNeeded } from '../operation-errors.js';
import { accountKey } from './subject-keys.js';
import type { SubjectRules } from './subject-rules.js';

const iban = 'NO9386011117947';
const data = { purpose: 'to count', source: 'a test', held: { rule: 'after its end' } };
const kept = { ...data, erase: 'kept' } as const;
const subject: SubjectRules = {
  streams: { counter: { ...kept, ofHolder: ['note'] } },
  tables: {},
  accountPaths: ['{debtorAccount,iban}'],
  streamsOf: ({ bare, suffix }) => [`counter-of-${bare}-_${suffix}`],
  keysIn: ({ data: told }) => {
    const { psuId } = told as { readonly psuId?: string };
    return psuId === undefined ? [] : [`psu:${psuId}`];
  },
};

let platform: TestPlatform;
let running: OperableService;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-archive-'));
  platform = await testPlatform(['payments']);
  running = await runService({ ...countersApp, subject, retention: { counter: 2 } }, platform);
});
afterAll(async () => {
  await running.stop();
  await platform.close();
  await rm(folder, { recursive: true });
});

/** Events of one stream or of several, in one transaction. */
async function plant(
  ...events: readonly {
    readonly stream: string;
    readonly data: object;
    readonly version?: number;
  }[]
): Promise<void> {
  await platform.look('payments').pool.query(
    `insert into es.event (stream_id, version, type, schema_version, data, meta)
     select stream, version, 'Added', 1, data, '{"commandId":"c","actor":"a","requestedAt":"now"}'
       from json_to_recordset($1) as e (stream text, version bigint, data json)`,
    [JSON.stringify(events.map((one) => ({ version: 1, ...one })))],
  );
}

const request = (customerId: string, more: object = {}) => ({
  ...{ name: 'ShowSubject', service: 'payments', customerId, reveal: true, reason: 'letter' },
  ...more,
});
const show = async (customerId: string, more: object = {}, origin = originOf()) =>
  (await running.operate(request(customerId, more), origin)) as SubjectPage;
const streamsIn = ({ sections }: SubjectPage) =>
  sections.flatMap(({ records }) => records.map(({ id }) => id)).sort();

describe('what a service holds of a customer', () => {
  it('is every stream with an event that names the customer, whole', async () => {
    await plant(
      { stream: 'counter-1', data: { by: 1 } },
      { stream: 'counter-1', version: 2, data: { by: 1, customerId: 'kari' } },
      { stream: 'counter-2', data: { by: 1, customerId: 'kari-2' } },
      { stream: 'counter-3', data: { by: 1, note: 'kari' + 'kari' } },
    );
    const { sections } = await show('kari');
    expect(sections).toEqual([
      {
        ...{ kind: 'counter', ...data, held: { ...data.held, months: 2 } },
        records: [
          {
            ...{ id: 'counter-1', since: expect.any(String) as string, recipients: [] },
            events: [
              expect.objectContaining({ version: 1, data: { by: 1 } }) as object,
              expect.objectContaining({ version: 2 }) as object,
            ],
          },
        ],
      },
    ]);
  });

  it('is found by a key that an event of the same window has told', async () => {
    await plant(
      { stream: 'counter-5', data: { by: 1, psuId: 'b2d1f0c4-0000-4000-8000-000000000001' } },
      {
        stream: 'counter-4',
        data: { by: 1, customerId: 'ida', psuId: 'b2d1f0c4-0000-4000-8000-000000000001' },
      },
    );
    const page = await show('ida');
    expect(streamsIn(page)).toEqual(['counter-4', 'counter-5']);
    expect(page.keys).toContain('psu:b2d1f0c4-0000-4000-8000-000000000001');
  });

  it('is found by the hash of an account number, and has the fields of the holder then only', async () => {
    await plant(
      { stream: 'counter-6', data: { by: 1, note: 'rent', debtorAccount: { iban } } },
      { stream: 'counter-7', data: { by: 1, note: 'rent', customerId: 'per' } },
    );
    const page = await show('per', { keys: accountKey('per', iban) });
    expect(streamsIn(page)).toEqual(['counter-6', 'counter-7']);
    const notes = page.sections[0]?.records.flatMap(({ events = [] }) => events);
    expect(notes?.map((one) => (one.data as { note: string }).note).sort()).toEqual([
      ...['another person', 'rent'],
    ]);
    expect(streamsIn(await show('per'))).toEqual(['counter-7']);
  });

  it('is found by the id of a stream, in the generation of the customer', async () => {
    await plant(
      { stream: 'counter-of-liv-1', data: { by: 1 } },
      { stream: 'counter-of-liv-1.3', data: { by: 1 } },
    );
    expect(streamsIn(await show('liv'))).toEqual(['counter-of-liv-1']);
    expect(streamsIn(await show('liv.3'))).toEqual(['counter-of-liv-1.3']);
  });

  it('has the day of the deletion of a stream that has ended', async () => {
    await plant({ stream: 'counter-8', data: { by: countMax, customerId: 'eva' } });
    const [section] = (await show('eva')).sections;
    const until = new Date();
    until.setUTCMonth(until.getUTCMonth() + 2);
    const days = (Date.parse(section?.records[0]?.heldUntil ?? '') - until.getTime()) / 86_400_000;
    expect(Math.abs(days)).toBeLessThan(4);
  });

  it('comes in pages: the next one begins behind the last event', async () => {
    const many = Array.from({ length: 10_000 }, (_, place) => ({
      ...{ stream: `counter-many-${String(place)}`, data: { by: 1, customerId: 'mia' } },
    }));
    await plant(...many);
    await plant({ stream: 'counter-many-last', data: { by: 1, customerId: 'mia' } });
    const first = await show('mia');
    expect(first.next).toMatch(/^\d+\.\d+$/);
    const second = await show('mia', { place: first.next });
    expect(second.next).toBeUndefined();
    const all = new Set([...streamsIn(first), ...streamsIn(second)]);
    expect(all.size).toBe(10_001);
  });

  it('has messages that are parked', async () => {
    const payload = JSON.stringify(JSON.stringify({ customerId: 'tor', by: 'x' }));
    await platform.look('payments').pool.query(
      `insert into es.parked (consumer, key, topic, partition, "offset", reason, payload, headers)
       values ('payments', 'counter-9', 'payments.commands.v1', 0, '1', 'no', $1, '{}')`,
      [payload],
    );
    expect((await show('tor')).sections.map(({ kind }) => kind)).toEqual(['es.parked']);
  });

  it('is found in the archive, with the end of the month as the day of its deletion', async () => {
    const { pool } = platform.look('payments');
    await plant({ stream: 'counter-archived', data: { by: countMax, customerId: 'nils' } });
    await pool.query(`
      update es.event set at = at - interval '40 days' where stream_id = 'counter-archived';
      insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
      values ('counter-archived', 'counter', 1, '3', 1, '{}');
      insert into es.checkpoint (name, prev) values ('relay', pg_current_snapshot())
      on conflict (name) do update set prev = excluded.prev`);
    await running.stop();
    const archive = { counter: 1 };
    const app = { ...countersApp, subject, retention: { counter: 2 }, archive };
    running = await runService(app, {
      ...platform,
      archiveStore: { value: new FolderStore(folder) },
    });
    const leaves = async () =>
      (await pool.query(`select from es.event where stream_id = 'counter-archived'`)).rowCount ===
      0;
    await eventually('the stream leaves the database', leaves);
    const [section] = (await show('nils')).sections;
    expect(section?.records).toMatchObject([{ id: 'counter-archived', events: [{ version: 1 }] }]);
    expect(section?.records[0]?.heldUntil).toMatch(/^\d{4}-\d\d-01$/);
  });

  it('is nothing for an unknown customer', async () => {
    expect(await show('nobody')).toEqual({
      ...{ service: 'payments', customerId: 'nobody', sections: [], keys: '' },
    });
  });
});

describe('who may see what a service holds of a customer', () => {
  it('is an operator with a reason, and no fraud desk', async () => {
    await expect(show('kari', {}, originOf({ roles: ['fraud-desk'] }))).rejects.toThrow(
      OperationDenied,
    );
    await expect(show('kari', { reason: undefined })).rejects.toThrow('say why with --reason');
  });

  it('needs a second person where the profile demands one for reveals', async () => {
    const terms = { secondPerson: ['reveal'] } as const;
    const waits = await show('kari', {}, originOf({}, terms)).catch((error: unknown) => error);
    const { operation } = (waits as SecondPersonNeeded).pending;
    const confirm = { name: 'ConfirmOperation', service: 'payments', operation };
    const page = await running.operate(confirm, originOf({ id: 'ola', name: 'ola' }, terms));
    expect(streamsIn(page as SubjectPage)).toEqual(['counter-1']);
  });
});
