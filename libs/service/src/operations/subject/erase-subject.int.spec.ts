import type { SubjectErasure } from '@nordgate/contracts/commands';
import { nothing, on, refuse, streamType } from '@nordgate/decider';
import type { Command, Decision, DomainEvent } from '@nordgate/decider';
import { runService } from '../../host/service.js';
import type { OperableService } from '../../host/service.js';
import { originOf } from '../../testing/an-origin.js';
import { countersApp } from '../../testing/counting-services.js';
import { testPlatform } from '../../testing/test-platform.js';
import type { TestPlatform } from '../../testing/test-platform.js';
import { realClocks, WORLD_CLOCKS } from '../../worlds/world-clocks.js';
import { OperationDenied, SecondPersonNeeded } from '../operation-errors.js';
import { operationStream } from '../audit/operation-stream.js';
import type { SubjectRules } from './subject-rules.js';

/** A card of a customer, which is locked before it is forgotten. */
interface Card {
  readonly is: 'none' | 'open' | 'locked';
  readonly customerId?: string;
}
type CardEvent =
  | DomainEvent<'Opened', { readonly customerId: string; readonly name: string }>
  | DomainEvent<'Locked', object>
  | DomainEvent<'Forgotten', object>;

const cardStream = streamType<Card, CardEvent>({
  name: 'card',
  stateVersion: 1,
  initial: { is: 'none' },
  evolve: (card, event) => {
    if (event.type === 'Opened') return { is: 'open', customerId: event.data.customerId };
    return event.type === 'Locked' ? { ...card, is: 'locked' } : { is: 'none' };
  },
  events: { Opened: { version: 1 }, Locked: { version: 1 }, Forgotten: { version: 1 } },
  forgottenBy: 'Forgotten',
});
const slipStream = streamType<Card, CardEvent>({ ...cardStream, name: 'slip' });

/** Whether the next lock does not hold, as when somebody opens the card at the same time. */
let isRaced = false;
let executed: string[] = [];
const lock = (_command: Command, card: Card): Decision<CardEvent> => {
  executed.push('Lock');
  return card.is === 'open' && !isRaced ? [{ type: 'Locked', data: {} }] : nothing;
};
const forget = (_command: Command, card: Card): Decision<CardEvent> => {
  executed.push('Forget');
  if (card.is === 'none') return nothing;
  return card.is === 'open' ? refuse('CONFLICT') : [{ type: 'Forgotten', data: {} }];
};

const data = { purpose: 'to pay', source: 'a test', held: { rule: 'for a while' } };
const subject: SubjectRules = {
  streams: {
    slip: { ...data, erase: 'kept' },
    card: { ...data, erase: 'goes' },
  },
  tables: {
    note: { ...data, erase: 'goes', isOf: 't.customer = any ($1)' },
    ledger: { ...data, erase: 'kept', isOf: 't.customer = any ($1)' },
    copy: { unshown: 'It repeats the slips.', erase: 'kept', until: 'the next day' },
  },
  ends: ({ kind, state }, { customerId }) => {
    const card = state as Card;
    if (kind !== 'card' || card.is === 'none') return [];
    if (card.customerId !== customerId) return undefined;
    const locks = card.is === 'open' ? [{ type: 'Lock', data: {} }] : [];
    return [...locks, { type: 'Forget', data: {} }];
  },
};

let platform: TestPlatform;
let running: OperableService;
beforeAll(async () => {
  platform = await testPlatform(['payments']);
  const deciders = () => ({ Lock: on(cardStream, lock), Forget: on(cardStream, forget) });
  running = await runService(
    {
      ...countersApp,
      subject,
      streams: [cardStream, slipStream, operationStream],
      commands: { topic: 'payments.commands.v1', deciders },
      providers: [{ provide: WORLD_CLOCKS, useValue: realClocks }],
    },
    platform,
  );
  const tables = ['note', 'ledger'].map(
    (name) => `create table ${name} (customer text, text text);`,
  );
  await pool().query(tables.join('\n'));
});
afterAll(async () => {
  await running.stop();
  await platform.close();
});
beforeEach(() => {
  [isRaced, executed] = [false, []];
});

const pool = () => platform.look('payments').pool;

/** A stream of a customer that was opened with a name. */
async function plant(stream: string, customerId: string): Promise<void> {
  await pool().query(
    `with event as (
       insert into es.event (stream_id, version, type, schema_version, data, meta)
       values ($1, 1, 'Opened', 1, $2, '{"commandId":"c","actor":"a","requestedAt":"now"}'))
     insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
     values ($1, split_part($1, '-', 1), 1, pg_current_xact_id(), 1, $3)`,
    [stream, { customerId, name: 'Kari' }, { is: 'open', customerId }],
  );
}

const request = (customerId: string, more: object = {}) => ({
  ...{ name: 'EraseSubject', service: 'payments', customerId, dryRun: false, reason: 'letter' },
  ...more,
});
const erase = async (customerId: string, more: object = {}, origin = originOf()) =>
  (await running.operate(request(customerId, more), origin)) as SubjectErasure;
/** As readers do that have read everything. */
const savePlaces = async () => {
  await pool().query(`insert into es.checkpoint (name, prev) values ('relay', '3:3:')
                      on conflict do nothing`);
  await pool().query(`update es.checkpoint set prev = pg_current_snapshot(), cur = null`);
};
const eventsOf = async (stream: string) => {
  const { rows } = await pool().query<{ type: string }>(
    'select type from es.event where stream_id = $1 order by version',
    [stream],
  );
  return rows.map(({ type }) => type);
};

describe('an erasure of a customer in one service', () => {
  it('ends and forgets what is open, deletes the history and rows, and names what is kept', async () => {
    await plant('card-1', 'kari');
    await plant('slip-1', 'kari');
    await pool().query(`insert into note values ('kari', 'x'), ('ola', 'y')`);
    await pool().query(`insert into ledger values ('kari', 'x')`);
    await erase('kari');
    await savePlaces();
    expect(await erase('kari')).toMatchObject({
      ...{ waiting: [], changed: [] },
      kept: [
        { kind: 'operation', records: [{ id: 'operation-payments' }] },
        { kind: 'slip', records: [{ id: 'slip-1' }] },
        { kind: 'ledger', records: [{ id: 'ledger/1' }] },
      ],
      copies: expect.arrayContaining([
        { kind: 'copy', why: 'It repeats the slips.', until: 'the next day' },
      ]) as object,
    });
    expect(executed).toEqual(['Lock', 'Forget']);
    expect(await eventsOf('card-1')).toEqual(['Forgotten']);
    expect(await eventsOf('slip-1')).toEqual(['Opened']);
    expect((await pool().query('select customer from note')).rows).toEqual([{ customer: 'ola' }]);
  });

  it('tells in a dry run what it would do, does nothing, and is recorded', async () => {
    await plant('card-2', 'ida');
    const { erased, dryRun } = await erase('ida', { dryRun: true });
    expect({ erased, dryRun }).toEqual({
      dryRun: true,
      erased: [
        {
          ...{ kind: 'card', does: 'goes' },
          records: [{ id: 'card-2', steps: ['Lock', 'Forget', 'DeleteHistory'] }],
        },
      ],
    });
    expect(executed).toEqual([]);
    expect(await eventsOf('card-2')).toEqual(['Opened']);
    const { rows } = await pool().query(
      `select from es.event where stream_id = 'operation-payments' and data::text like '%"ida"%'`,
    );
    expect(rows).toHaveLength(1);
  });

  it('names a stream that somebody used meanwhile, and goes on at the next time', async () => {
    await plant('card-3', 'per');
    isRaced = true;
    expect(await erase('per')).toMatchObject({ changed: ['card-3'] });
    isRaced = false;
    expect(await erase('per')).toMatchObject({ changed: [] });
    expect((await eventsOf('card-3')).at(-1)).toBe('Forgotten');
  });

  it('goes on where an erasure was killed after the first command', async () => {
    await plant('card-4', 'liv');
    await pool().query(
      `with event as (
         insert into es.event (stream_id, version, type, schema_version, data, meta)
         values ('card-4', 2, 'Locked', 1, '{}', $1))
       update es.stream set version = 2, state = '{"is":"locked","customerId":"liv"}'
        where stream_id = 'card-4'`,
      [{ commandId: 'c', actor: 'a', requestedAt: 'now' }],
    );
    await erase('liv');
    expect(executed).toEqual(['Forget']);
    expect((await eventsOf('card-4')).at(-1)).toBe('Forgotten');
  });

  it('leaves a stream of somebody else that names the customer, and says so', async () => {
    await plant('card-5', 'tor');
    await pool().query(
      `update es.event set data = '{"customerId":"tor","name":"x","for":"eva"}' where stream_id = 'card-5'`,
    );
    expect(await erase('eva')).toMatchObject({
      erased: [],
      kept: expect.arrayContaining([
        expect.objectContaining({ kind: 'card', held: { rule: 'another person' } }),
      ]) as object,
    });
    expect(await eventsOf('card-5')).toEqual(['Opened']);
  });
});

describe('who may erase a customer', () => {
  it('is an operator with a reason, and no fraud desk', async () => {
    const deskOf = originOf({ roles: ['fraud-desk'] });
    await expect(erase('mia', {}, deskOf)).rejects.toThrow(OperationDenied);
    await expect(erase('mia', { dryRun: true }, deskOf)).rejects.toThrow(OperationDenied);
    await expect(erase('mia', { reason: undefined })).rejects.toThrow('reason');
  });

  it('needs a second person where the profile demands one, but not for a dry run', async () => {
    await plant('card-6', 'mia');
    const terms = { secondPerson: ['erase'] } as const;
    expect(await erase('mia', { dryRun: true }, originOf({}, terms))).toMatchObject({
      dryRun: true,
    });
    const waits = await erase('mia', {}, originOf({}, terms)).catch((error: unknown) => error);
    expect(executed).toEqual([]);
    const { operation } = (waits as SecondPersonNeeded).pending;
    const confirm = { name: 'ConfirmOperation', service: 'payments', operation };
    await running.operate(confirm, originOf({ id: 'ola', name: 'ola' }, terms));
    expect(executed).toEqual(['Lock', 'Forget']);
  });
});
