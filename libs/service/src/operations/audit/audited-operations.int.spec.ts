import { setTimeout as delay } from 'node:timers/promises';
import { chainStart, nextHead } from '@nordgate/contracts/commands';
import type { AuditEntry, ChainHead } from '@nordgate/contracts/commands';
import { EventStore, InfrastructureError } from '@nordgate/event-store';
import { originOf } from '../../testing/an-origin.js';
import { testPlatform } from '../../testing/test-platform.js';
import type { TestPlatform } from '../../testing/test-platform.js';
import { OperationError, SecondPersonNeeded } from '../operation-errors.js';
import { AuditedOperations } from './audited-operations.js';
import { operationStream } from './operation-stream.js';
import { OperationTrail } from './operation-trail.js';

let platform: TestPlatform;
let trail: OperationTrail;
let audited: AuditedOperations;
let now: Date;
let logged: unknown[];

beforeAll(async () => {
  platform = await testPlatform(['payments']);
});
afterAll(() => platform.close());
beforeEach(async () => {
  now = new Date('2030-03-01T09:00:00.000Z');
  logged = [];
  await platform.look('payments').pool.query('truncate es.event, es.stream, es.inbox cascade');
  trail = newTrail();
  audited = newOperations(trail);
});

/** The record as one instance of the service has it. */
const newTrail = () =>
  new OperationTrail(
    new EventStore(platform.look('payments'), [operationStream]),
    'payments',
    () => now,
  );
const newOperations = (of: Pick<OperationTrail, 'append'>) =>
  new AuditedOperations(of, { error: (line: unknown) => void logged.push(line) } as never);

const release = {
  name: 'ReleaseTpp',
  id: '6e7a4c7e',
  tppId: 'PSDNO-FSA-1',
  reason: 'paid',
} as const;
const stop = { ...release, name: 'StopTpp' } as const;
const all = async () => (await trail.list(0)).entries;
const types = async () => (await all()).map(({ type }) => type.replace('Operation', ''));

function faultIn(entries: readonly AuditEntry[]): string | undefined {
  let head: ChainHead = chainStart;
  for (const entry of entries) {
    const next = nextHead(head, entry);
    if ('fault' in next) return next.fault;
    head = next;
  }
  return undefined;
}

describe('a recorded operation', () => {
  it('has who, in which role, why and how it ended', async () => {
    expect(await audited.run(release, originOf(), () => Promise.resolve(7))).toBe(7);
    const [begun, ended] = await all();
    expect(begun).toMatchObject({
      ...{ service: 'payments', type: 'OperationBegun', entry: 1, reason: 'paid' },
      asked: { name: 'ReleaseTpp', about: { id: '6e7a4c7e', tppId: 'PSDNO-FSA-1' } },
      by: { by: 'certificate', issuer: 'CN=Operators', id: 'kari', name: 'kari', role: 'operator' },
      at: '2030-03-01T09:00:00.000Z',
    });
    expect(ended).toMatchObject({ type: 'OperationEnded', entry: 2, outcome: 'done' });
    expect(ended?.operation).toBe(begun?.operation);
  });

  it.each([
    [new OperationError('no account NO9386011117947'), 'no account [account]'],
    [new InfrastructureError('away'), 'the service is unavailable'],
    [new Error('Kari Nordmann'), 'an error of the service'],
  ])('that fails ends with a fault that repeats no personal data: %s', async (error, fault) => {
    await expect(audited.run(release, originOf(), () => Promise.reject(error))).rejects.toBe(error);
    expect((await all())[1]).toMatchObject({ outcome: 'failed', fault });
  });

  it('is not done when the record cannot have it', async () => {
    let done = 0;
    const away = newOperations({ append: () => Promise.reject(new InfrastructureError('away')) });
    const act = () => Promise.resolve((done += 1));
    await expect(away.run(release, originOf(), act)).rejects.toThrow('away');
    expect(done).toBe(0);
  });

  it('that was done is answered even when the record cannot have its end', async () => {
    let appended = 0;
    const once = newOperations({
      append: (decide) =>
        (appended += 1) === 1
          ? trail.append(decide)
          : Promise.reject(new InfrastructureError('away')),
    });
    expect(await once.run(release, originOf(), () => Promise.resolve('done'))).toBe('done');
    expect(logged).toEqual([{ err: expect.any(InfrastructureError) as Error }]);
    expect(await types()).toEqual(['Begun']);
  });

  it.each([
    ['--as names another person', { ...originOf(), as: 'ola' }, 'OTHER_PERSON'],
    ['the person has no role for it', originOf({ roles: ['fraud-desk'] }), 'ROLE'],
    ['the person has no role at all', originOf({ roles: [] }), 'ROLE'],
    [
      'nobody is verified',
      { ...originOf(), person: { unverified: 'x' }, as: 'kari' },
      'UNVERIFIED',
    ],
  ])('is refused when %s, and the refusal is recorded', async (_why, origin, refused) => {
    await expect(audited.run(release, origin, () => Promise.resolve())).rejects.toThrow(
      OperationError,
    );
    expect(await all()).toMatchObject([
      { type: 'OperationRefused', refused, asked: { name: 'ReleaseTpp' } },
    ]);
  });

  it('that reveals something needs a reason', async () => {
    const show = { name: 'ShowStream', service: 'payments', stream: 'x-1', reveal: true } as const;
    await expect(audited.run(show, originOf(), () => Promise.resolve())).rejects.toThrow(
      '--reason',
    );
    expect(await all()).toMatchObject([{ refused: 'REASON_MISSING' }]);
  });

  it('accepts --as with the name or the id of the verified person', async () => {
    for (const as of ['kari', 'sub-1']) {
      const origin = { ...originOf({ id: 'sub-1', name: 'kari' }), as };
      await audited.run(release, origin, () => Promise.resolve());
    }
    expect(await types()).toEqual(['Begun', 'Ended', 'Begun', 'Ended']);
  });
});

describe('the record of several instances', () => {
  it('is one chain, whatever they append at once', async () => {
    const instances = Array.from({ length: 4 }, () => newOperations(newTrail()));
    const runs = instances.flatMap((one) =>
      [1, 2, 3].map(() => one.run(release, originOf(), () => delay(1))),
    );
    await Promise.all(runs);
    const entries = await all();
    expect(entries).toHaveLength(24);
    expect(faultIn(entries)).toBeUndefined();
  });

  it('detects a row that somebody changed or removed in the database', async () => {
    for (const done of [1, 2]) await audited.run(release, originOf(), () => Promise.resolve(done));
    const { pool } = platform.look('payments');
    expect(faultIn(await all())).toBeUndefined();
    await pool.query(
      `update es.event set data = jsonb_set(data::jsonb, '{by,name}', '"ola"')::json where version = 3`,
    );
    expect(faultIn(await all())).toBe('payments entry 3: the entry was changed');
    await pool.query('delete from es.event where version = 2');
    expect(faultIn(await all())).toBe('payments entry 3: entry 2 is missing');
  });
});

describe('an act that the profile demands a second person for', () => {
  const terms = { secondPerson: ['stop'], confirmWithinMinutes: 5 } as const;
  const kari = originOf({}, terms);
  const ola = originOf({ id: 'ola' }, terms);
  let done: unknown[];
  beforeEach(() => {
    done = [];
  });

  async function propose(): Promise<string> {
    const error: unknown = await audited
      .run(stop, kari, () => Promise.resolve(done.push('at once')))
      .catch((one: unknown) => one);
    expect(error).toBeInstanceOf(SecondPersonNeeded);
    expect((error as SecondPersonNeeded).pending.until).toBe('2030-03-01T09:05:00.000Z');
    expect(done).toEqual([]);
    return (error as SecondPersonNeeded).pending.operation;
  }
  const confirm = (operation: string, origin = ola, by = audited) =>
    by.confirm(
      { name: 'ConfirmOperation', service: 'payments', operation, reason: 'seen' },
      origin,
      ({ asked, reason }) => Promise.resolve(done.push([asked.about, reason])),
    );

  it('is done once, when another person confirms it', async () => {
    const operation = await propose();
    await confirm(operation);
    expect(done).toEqual([[{ id: '6e7a4c7e', tppId: 'PSDNO-FSA-1' }, 'paid']]);
    expect(await all()).toMatchObject([
      { type: 'OperationProposed', operation, by: { name: 'kari' } },
      { type: 'OperationConfirmed', operation, by: { name: 'ola' }, reason: 'seen' },
      { type: 'OperationEnded', operation, outcome: 'done' },
    ]);
    await expect(confirm(operation)).rejects.toThrow('was confirmed before');
    expect(done).toHaveLength(1);
  });

  it('is done once when several people confirm it at several instances', async () => {
    const operation = await propose();
    const people = ['ola', 'per', 'siv', 'liv'];
    const tries = people.map((id) =>
      confirm(operation, originOf({ id }, terms), newOperations(newTrail())),
    );
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(done).toHaveLength(1);
    expect(faultIn(await all())).toBeUndefined();
  });

  it.each([
    ['the same person', kari, 'SAME_PERSON'],
    ['the same name in other letters', originOf({ id: 'x', name: 'KARI' }, terms), 'SAME_PERSON'],
    [
      'a person verified in another way',
      originOf({ id: 'ola', by: 'token' }, terms),
      'SAME_PERSON',
    ],
    ['a person without the role', originOf({ id: 'ola', roles: ['fraud-desk'] }, terms), 'ROLE'],
    ['nobody', { ...ola, person: { unverified: 'x' } }, 'UNVERIFIED'],
  ])('is not confirmed by %s, and still waits', async (_who, origin, refused) => {
    const operation = await propose();
    await expect(confirm(operation, origin)).rejects.toThrow(OperationError);
    expect((await all())[1]).toMatchObject({ type: 'OperationRefused', operation, refused });
    expect(done).toEqual([]);
    await confirm(operation);
    expect(done).toHaveLength(1);
  });

  it('cannot be confirmed when its time is over', async () => {
    const operation = await propose();
    now = new Date('2030-03-01T09:05:00.000Z');
    await expect(confirm(operation)).rejects.toThrow('could be confirmed until');
    expect(done).toEqual([]);
  });

  it('does not wait in a profile that demands nobody, and for other acts', async () => {
    await audited.run(stop, originOf(), () => Promise.resolve(done.push('stop')));
    await audited.run(release, kari, () => Promise.resolve(done.push('release')));
    expect(done).toEqual(['stop', 'release']);
  });

  it('is refused while too many operations wait', async () => {
    const waiting = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [String(i), {}]));
    const full = newOperations({
      append: (decide) =>
        trail.append((record, at) => decide({ ...record, proposals: waiting as never }, at)),
    });
    await expect(full.run(stop, kari, () => Promise.resolve())).rejects.toThrow(
      'wait for a second',
    );
    expect(await all()).toMatchObject([{ refused: 'TOO_MANY' }]);
  });
});
