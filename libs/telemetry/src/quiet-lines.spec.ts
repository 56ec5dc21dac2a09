import { createLog } from './log.js';
import { fromPeer, peerOf } from './outage-peer.js';
import { outageSummary, QuietLines } from './quiet-lines.js';

const refused = (port: number) =>
  Object.assign(new Error(`connect ECONNREFUSED 10.0.0.1:${String(port)}`), {
    ...{ code: 'ECONNREFUSED', address: '10.0.0.1', port },
  });

function named(name: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { name });
}

describe('the peer that an error says does not answer', () => {
  it.each([
    ['a connection that kafkajs could not make', named('KafkaJSConnectionError', 'x'), 'brokers'],
    [
      'retries of kafkajs that are used up',
      named('KafkaJSNumberOfRetriesExceeded', 'x', named('KafkaJSConnectionError', 'x')),
      'brokers',
    ],
    ['messages that no broker accepts', new Error('the brokers accept no messages'), 'brokers'],
    ['a lost connection of pg', new Error('Connection terminated unexpectedly'), 'database'],
    [
      'a server that shuts down',
      named('InfrastructureError', 'x', Object.assign(new Error('x'), { code: '57P01' })),
      'database',
    ],
    [
      'a refused connection of the store',
      named('InfrastructureError', 'x', refused(1)),
      'database',
    ],
    ['a refused connection of the pool', fromPeer(refused(5432), 'database'), 'database'],
    ['a fetch', new TypeError('fetch failed', { cause: refused(8090) }), '10.0.0.1:8090'],
    [
      'a name with two addresses',
      Object.assign(new AggregateError([refused(1)]), { cause: undefined }),
      '10.0.0.1:1',
    ],
  ])('is known for %s', (_, error, peer) => {
    expect(peerOf(error)).toBe(peer);
  });

  it.each([
    ['a bug', new TypeError('x is not a function')],
    ['a wrong password at the brokers', named('KafkaJSSASLAuthenticationError', 'x')],
    ['a wrong password at the database', Object.assign(new Error('x'), { code: '28P01' })],
    ['a conflict of transactions', named('InfrastructureError', 'x', { code: '40001' })],
    ['no error', 'ECONNREFUSED'],
  ])('is not known for %s', (_, error) => {
    expect(peerOf(error)).toBeUndefined();
  });
});

describe('the log while a system does not answer', () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({
    app: 'test',
    destination: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  });
  beforeEach(() => lines.splice(0));

  it('has one line of 1000 about a peer, the line of another peer, and every other line', () => {
    for (let i = 0; i < 1000; i += 1) log.error({ err: refused(1) }, 'no answer');
    log.child({ app: 'other' }).error(refused(2), 'no answer');
    log.error({ err: new Error('a bug') }, 'failed');
    log.error({ err: new Error('a bug') }, 'failed');
    expect(lines.map(({ app, msg, peer }) => [app, msg, peer])).toEqual([
      ['test', 'no answer', '10.0.0.1:1'],
      ['other', 'no answer', '10.0.0.1:2'],
      ['test', 'failed', undefined],
      ['test', 'failed', undefined],
    ]);
  });

  it('counts in a summary the lines that were left out', () => {
    for (let i = 0; i < 3; i += 1) log.warn({ peer: 'brokers' }, 'no answer');
    log.error(outageSummary('brokers'), 'no brokers reachable');
    expect(lines.at(-1)).toMatchObject({
      ...{ level: 'error', peer: 'brokers', leftOut: 2, msg: 'no brokers reachable' },
    });
    expect(Object.keys(lines.at(-1) ?? {})).not.toContain('summaryOfPeer');
  });
});

describe('lines about one peer', () => {
  it('come every 10 s, and none between two summaries', () => {
    let nowMs = 0;
    const quiet = new QuietLines(() => nowMs);
    const written = (atMs: number, fields: Record<string, unknown>) => {
      nowMs = atMs;
      return quiet.admit(fields);
    };
    expect(written(0, { peer: 'p' })).toEqual({ peer: 'p' });
    expect(written(9999, { peer: 'p' })).toBeUndefined();
    expect(written(10_000, { peer: 'p' })).toEqual({ peer: 'p', leftOut: 1 });
    expect(written(10_001, outageSummary('p'))).toEqual({ peer: 'p' });
    expect(written(20_002, { peer: 'p' })).toBeUndefined();
    expect(written(20_003, outageSummary('p'))).toEqual({ peer: 'p', leftOut: 1 });
  });
});
