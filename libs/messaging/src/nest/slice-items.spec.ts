import { on, UntrustedEventError } from '@nordgate/decider';
import { decideTally, tally } from '@nordgate/decider/testing';
import { InfrastructureError } from '@nordgate/event-store';
import type { ReceivedMessage } from '../bus.js';
import { commandItem, reactionItem } from './slice-items.js';

const headers = {
  ce_id: 'e1',
  ce_type: 'Noted',
  ce_time: '2026-03-01T10:00:00Z',
  'nordgate-actor': 'test',
  'nordgate-version': '1',
};
const message: ReceivedMessage = {
  key: 'journal-1',
  value: '{"number":1}',
  headers,
  partition: 4,
  offset: '7',
};
const slice = { topic: 'payments.events.v1', messages: [message] } as const;
const source = {
  topic: 'payments.events.v1',
  partition: 4,
  offset: '7',
  payload: '{"number":1}',
  headers,
};
const row = { upsert: { name: 'numbers', sql: '', columns: ['number'] }, row: [1] };
const ping = () => Promise.resolve();
const deciders = {
  Begin: on(tally, decideTally, { createsStream: true }),
  Noted: on(tally, decideTally),
  Approve: on(tally, decideTally, { isInternal: true }),
  Cancel: on(tally, decideTally, { isInternal: ({ data }) => 'force' in (data as object) }),
};

describe('a command message as work', () => {
  it('is its command, with where it came from', () => {
    const item = commandItem(slice, message, deciders);
    expect(item).toMatchObject({ key: 'journal-1', source, commands: [{ id: 'e1' }] });
    expect(item.fault).toBeUndefined();
  });

  it('is a fault when it cannot be read', () => {
    const item = commandItem(slice, { ...message, value: '{' }, deciders);
    expect(item).toMatchObject({
      commands: [],
      fault: 'MalformedMessageError: the value is not JSON',
    });
  });
});

describe('an internal command', () => {
  const sent = (type: string, value = '{}') => ({
    ...message,
    ...{ value, headers: { ...headers, ce_type: type } },
  });

  it.each([
    ['of a type that only the service sends', sent('Approve')],
    ['with data that only the service sends', sent('Cancel', '{"force":true}')],
  ])('%s is a fault when it comes from a topic', (_what, command) => {
    const { commands, fault } = commandItem(slice, command, deciders);
    expect(commands).toEqual([]);
    expect(fault).toMatch(/^MalformedMessageError: \w+ is not accepted from payments.events.v1$/);
  });

  it('is decided when the service itself has sent it, and its other forms from anywhere', () => {
    const local = commandItem({ topic: 'local' }, sent('Approve'), deciders);
    expect(local).toMatchObject({ commands: [{ type: 'Approve' }] });
    const other = commandItem(slice, sent('Cancel'), deciders);
    expect(other).toMatchObject({ commands: [{ type: 'Cancel' }] });
  });
});

describe('an event that a service must not trust', () => {
  it('is a fault after one attempt', async () => {
    let attempts = 0;
    const react = () => {
      attempts += 1;
      return Promise.reject(new UntrustedEventError('it has no seal'));
    };
    const item = await reactionItem(slice, message, { ping, react, deciders });
    expect(item).toMatchObject({ commands: [], fault: 'UntrustedEventError: it has no seal' });
    expect(attempts).toBe(1);
  });
});

describe('an event of a newer release', () => {
  const inVersion = (version: string, type = 'PaymentInitiated') => ({
    ...message,
    headers: { ...headers, ce_type: type, 'nordgate-schema-version': version },
  });
  const item = async (one: ReceivedMessage) => {
    let attempts = 0;
    const react = () => Promise.resolve({ rows: [row], attempt: (attempts += 1) });
    return { ...(await reactionItem(slice, one, { ping, react, deciders })), attempts };
  };

  it.each([
    ['PaymentInitiated', '3', 2],
    ['PaymentInitiated', '0', 2],
    ['PaymentInitiated', 'two', 2],
    ['PaymentCancelled', '2', 1],
    ['toString', '2', 1],
  ])('is a fault when %s is in version %s, and nobody is asked to react', async (type, v, last) => {
    expect(await item(inVersion(v, type))).toMatchObject({
      commands: [],
      attempts: 0,
      fault: `UnknownVersionError: ${type} is in version ${v}; this release reads 1 to ${last}`,
    });
  });

  it.each([
    ['the newest version', inVersion('2')],
    ['an older version', inVersion('1')],
    ['no version, which releases before 0.3.0 did not publish', message],
  ])('is handled in %s', async (_what, one) => {
    expect(await item(one)).toMatchObject({ rows: [row], attempts: 1 });
  });
});

describe('an event that was parked under an older declaration', () => {
  it.each([
    [['Noted'], 0, undefined],
    [['Erased'], 1, 'UnhandledTypeError: Noted is not handled by this consumer in this release'],
  ])('is handled only by a consumer of its type: %s', async (eventTypes, faults, fault) => {
    let attempts = 0;
    const react = () => Promise.resolve({ rows: [row], attempt: (attempts += 1) });
    const item = await reactionItem(slice, message, { ping, react, deciders, eventTypes });
    expect(item.fault).toBe(fault);
    expect(attempts).toBe(1 - faults);
  });
});

describe('work that creates its streams', () => {
  const command = (type: string) => ({ ...message, headers: { ...headers, ce_type: type } });
  const reaction = async (...types: string[]) => {
    const commands = types.map((type) => ({ id: type, type, stream: 's-1', data: {}, meta }));
    const react = () => Promise.resolve({ commands, rows: [row] });
    return reactionItem(slice, message, { ping, react, deciders });
  };
  const meta = { at: headers.ce_time, actor: 'test' };

  it('is a command that streams begin with', () => {
    expect(commandItem(slice, command('Begin'), deciders).createsStream).toBe(true);
    expect(commandItem(slice, command('Noted'), deciders).createsStream).toBe(false);
  });

  it('is a reaction with such commands alone', async () => {
    expect((await reaction('Begin', 'Begin')).createsStream).toBe(true);
    expect((await reaction('Begin', 'Noted')).createsStream).toBe(false);
    expect((await reaction('Begin', 'Unknown')).createsStream).toBe(false);
    expect((await reaction()).createsStream).toBe(false);
  });
});

describe('an event message as work', () => {
  it('is what the reaction asks for', async () => {
    const item = await reactionItem(slice, message, {
      ping,
      deciders,
      react: (event) => Promise.resolve({ rows: [row], commands: [event] }),
    });
    expect(item).toMatchObject({
      key: 'journal-1',
      source,
      rows: [row],
      commands: [{ stream: 'journal-1', version: 1 }],
    });
  });

  it('is a fault when it cannot be read; nobody is asked to react', async () => {
    const asked: unknown[] = [];
    const react = (event: unknown) => Promise.resolve(asked.push(event));
    const item = await reactionItem(slice, { ...message, headers: {} }, { ping, react, deciders });
    expect(item.fault).toContain('MalformedMessageError');
    expect(asked).toEqual([]);
  });

  it.each([[undefined], [null]])('is a fault when the reaction is %s', async (reaction) => {
    const react = () => Promise.resolve(reaction);
    expect((await reactionItem(slice, message, { ping, react, deciders })).fault).toContain(
      'TypeError',
    );
  });

  it('is a fault when the reaction keeps failing though the database answers', async () => {
    const react = () => Promise.reject(new Error('never opened'));
    const item = await reactionItem(slice, message, { ping, react, deciders });
    expect(item).toMatchObject({ commands: [], fault: 'Error: never opened' });
  });

  it('is the reaction of the second attempt when only the first one failed', async () => {
    let attempts = 0;
    const react = () => {
      attempts += 1;
      return attempts === 1
        ? Promise.reject(new Error('the driver is confused'))
        : Promise.resolve({ rows: [row] });
    };
    const item = await reactionItem(slice, message, { ping, react, deciders });
    expect(item.fault).toBeUndefined();
    expect(item.rows).toEqual([row]);
  });

  it('comes again when the database does not answer', async () => {
    const down = () => Promise.reject(new Error('connect ECONNREFUSED'));
    const react = () => Promise.reject(new Error('the driver is confused'));
    const item = reactionItem(slice, message, { ping: down, react, deciders });
    await expect(item).rejects.toThrow(InfrastructureError);
  });

  it.each([
    new InfrastructureError('the store is away'),
    new (class ServiceUnavailableError extends InfrastructureError {})('sca does not answer'),
    Object.assign(new Error('terminating connection'), { code: '57P01' }),
    new Error('Connection terminated unexpectedly'),
  ])('comes again after %s', async (fault) => {
    const item = reactionItem(slice, message, {
      ...{ ping, deciders },
      react: () => Promise.reject(fault),
    });
    await expect(item).rejects.toBe(fault);
  });
});
