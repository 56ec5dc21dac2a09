import { createSecretKey } from 'node:crypto';
import { join } from 'node:path';
import type { OperatorRequest } from '@nordgate/contracts/commands';
import { operatedServices, operatorRequestFrom } from '@nordgate/contracts/commands';
import { publicIdOf } from '@nordgate/contracts/rules';
import { operatorProgram } from './operator-program.js';

const tppId = 'PSDNO-FSA-123456789';

type Answer = (request: OperatorRequest) => unknown;

/** Runs the command line against a bank that answers so. */
async function run(args: readonly string[], outcome: unknown = null, isTerminal = false) {
  const asked: OperatorRequest[] = [];
  const said: string[] = [];
  const operations = {
    run: (request: OperatorRequest) => {
      asked.push(request);
      const answer = typeof outcome === 'function' ? (outcome as Answer)(request) : outcome;
      return Promise.resolve(answer);
    },
  };
  const program = operatorProgram(operations, { say: (text) => said.push(text), isTerminal });
  const silent = { writeErr: () => undefined, writeOut: () => undefined };
  for (const one of [
    program,
    ...program.commands,
    ...program.commands.flatMap((c) => c.commands),
  ]) {
    one.exitOverride().configureOutput(silent);
  }
  await program.parseAsync(args, { from: 'user' });
  return { asked, said };
}

describe("the operator's command line", () => {
  it('stops a TPP until a day', async () => {
    const { asked, said } = await run([
      'tpp',
      'stop',
      tppId,
      '--until',
      '2027-01-31',
      '--reason',
      'too many requests',
    ]);
    expect(asked).toEqual([
      {
        name: 'StopTpp',
        id: expect.any(String) as string,
        tppId,
        until: '2027-01-31',
        reason: 'too many requests',
      },
    ]);
    expect(said).toEqual([`${tppId} is stopped until 2027-01-31`]);
  });

  it('stops a TPP without an end, and releases it, with requests that the bank understands', async () => {
    const stop = await run(['tpp', 'stop', tppId, '--reason', 'fraud']);
    const release = await run(['tpp', 'release', tppId]);
    for (const request of [...stop.asked, ...release.asked]) {
      expect(operatorRequestFrom(JSON.parse(JSON.stringify(request)))).toEqual({ request });
    }
    expect([...stop.said, ...release.said]).toEqual([
      `${tppId} is stopped without an end`,
      `${tppId} is not stopped`,
    ]);
  });

  it('asks nothing without a reason', async () => {
    await expect(run(['tpp', 'stop', tppId])).rejects.toThrow('--reason');
  });

  it('lists who is stopped as a table', async () => {
    const since = '2026-11-20T10:00:00.000Z';
    const { said } = await run(
      ['tpp', 'list'],
      [
        { tppId, until: '2027-01-31', reason: 'too many requests', since },
        { tppId: 'PSDSE-FINA-1', reason: 'fraud', since },
      ],
    );
    expect(said.join().split('\n')).toEqual([
      'TPP                  until       since                     reason',
      '-------------------  ----------  ------------------------  -----------------',
      'PSDNO-FSA-123456789  2027-01-31  2026-11-20T10:00:00.000Z  too many requests',
      'PSDSE-FINA-1         for ever    2026-11-20T10:00:00.000Z  fraud',
    ]);
  });

  const paymentId = 'a1f0c3d2e4b5968778695a4b3c2d1e0f';
  const keys = { A: createSecretKey(Buffer.alloc(32)) };
  const publicId = (named: Parameters<typeof publicIdOf>[0]) =>
    publicIdOf(named, tppId, { current: 'A', keys });

  it.each([
    ['its stream', paymentId],
    ["the TPP's id of a single payment", publicId({ kind: 'payment', streamId: paymentId })],
    ["the TPP's id of a periodic one", publicId({ kind: 'periodic', streamId: paymentId })],
  ])('cancels the payment named by %s', async (_what, name) => {
    const { asked, said } = await run(['payment', 'cancel', name], { transactionStatus: 'CANC' });
    const id = expect.any(String) as string;
    expect(asked).toEqual([{ name: 'CancelPayment', id, paymentId }]);
    expect(operatorRequestFrom(JSON.parse(JSON.stringify(asked[0])))).toEqual({
      request: asked[0],
    });
    expect(said).toEqual(['the payment is CANC']);
  });

  it.each([
    ['a part of a bulk', publicId({ kind: 'part', streamId: paymentId, part: 1 }), 'the bulk'],
    ['a basket', publicId({ kind: 'basket', streamId: paymentId }), '32 hexadecimal digits'],
    ['nothing', 'hello', '32 hexadecimal digits'],
  ])('takes no id of %s for a payment, and says what it takes', async (_what, name, said) => {
    await expect(run(['payment', 'cancel', name])).rejects.toThrow(said);
  });

  it('changes a payment to what is in a file', async () => {
    const file = join(import.meta.dirname, '../package.json');
    const outcome = { transactionStatus: 'RCVD' };
    const { asked, said } = await run(['payment', 'change', paymentId, '--body', file], outcome);
    expect(asked).toMatchObject([
      { name: 'ChangePayment', paymentId, body: { name: '@nordgate/operator' } },
    ]);
    expect(said).toEqual(['the payment is RCVD']);
  });

  it('changes nothing to a file that is not there', async () => {
    const args = ['payment', 'change', paymentId, '--body', '/nowhere.json'];
    await expect(run(args)).rejects.toThrow('/nowhere.json');
  });

  it('lists parked messages of a service as a table', async () => {
    const entry = {
      ...{ seq: '7', consumer: 'payments', key: 'payment-1', type: 'CancelPayment', attempts: 2 },
      ...{ parkedAt: '2026-11-20T10:00:00.000Z', reason: 'not a number', topic: 't' },
    };
    const { asked, said } = await run(['parked', 'list', 'payments'], [entry]);
    expect(asked).toEqual([{ name: 'ListParked', service: 'payments' }]);
    expect(said.join()).toContain('7        payments  payment-1  CancelPayment  2 ');
    expect((await run(['parked', 'list', 'payments'], [])).said).toEqual(['nothing is parked']);
  });

  it('tells how to go on with a list of parked messages that is full', async () => {
    const entry = { consumer: 'c', key: 'k', type: 't', attempts: 1, parkedAt: '', reason: '' };
    const full = Array.from({ length: 500 }, (_, n) => ({ ...entry, seq: String(n + 1) }));
    const args = ['parked', 'list', 'sca', '--consumer', 'sca.baskets', '--after', '3'];
    const { asked, said } = await run(args, full);
    expect(asked).toEqual([
      { name: 'ListParked', service: 'sca', consumer: 'sca.baskets', after: '3' },
    ]);
    expect(said[1]).toBe('there may be more: go on with --after 500');
  });

  it.each([
    [['7', '--all'], 'name one message, or --all'],
    [[], 'name one message, or --all'],
    [['7', '--max', '3'], 'need --all'],
    [['--all', '--rate', '0'], 'it has to be 1 to 999999'],
  ])('retries nothing with %j', async (args, said) => {
    await expect(run(['parked', 'retry', 'sca', ...args])).rejects.toThrow(said);
  });

  it('retries all messages of a consumer, and says when there is none', async () => {
    const args = ['parked', 'retry', 'sca', '--all', '--consumer', 'sca.baskets', '--max', '9'];
    const { asked, said } = await run(args, { messages: 0, keys: 0, upTo: '0' });
    expect(asked).toEqual([{ name: 'CountParked', service: 'sca', consumer: 'sca.baskets' }]);
    expect(said).toEqual(['nothing is parked']);
  });

  it.each([
    [['parked', 'show', 'sca', '7', '--reveal'], { name: 'ShowParked', seq: '7', reveal: true }],
    [['parked', 'show', 'sca', '7'], { name: 'ShowParked', seq: '7', reveal: false }],
    [['parked', 'retry', 'sca', '7', '--dry-run'], { name: 'RetryParked', dryRun: true }],
    [['parked', 'discard', 'sca', '7', '--reason', 'old'], { reason: 'old', dryRun: false }],
    [['projection', 'rebuild', 'sca', 'psu'], { name: 'RebuildProjection', dryRun: false }],
    [['stream', 'show', 'sca', 'psu-1'], { name: 'ShowStream', stream: 'psu-1', reveal: false }],
  ])('asks with %j for what the bank understands', async (args, wanted) => {
    const outcome = args[0] === 'parked' && args[1] === 'retry' ? [] : { events: [] };
    const { asked } = await run(args, outcome);
    expect(asked).toMatchObject([{ service: 'sca', ...wanted }]);
    expect(operatorRequestFrom(JSON.parse(JSON.stringify(asked[0])))).toEqual({
      request: asked[0],
    });
  });

  it('shows how far the rebuild of a projection is, until it is done', async () => {
    const entry = { name: 'psu', kind: 'projection', version: 1, tableVersion: 1, lagSeconds: 0 };
    const far = { ...entry, state: 'rebuilding', percent: 42, secondsLeft: 150 };
    const listed = await run(['projection', 'list', 'sca'], [far]);
    expect(listed.said.join()).toContain('rebuilding 42 %, 3 min left');
    const near = await run(['projection', 'list', 'sca'], [{ ...far, secondsLeft: 90 }]);
    expect(near.said.join()).toContain('rebuilding 42 %, 90 s left');
    const bank: Answer = ({ name }) =>
      name === 'ListProjections' ? [{ ...entry, state: 'following' }] : { kind: 'projection' };
    const { said } = await run(['projection', 'rebuild', 'sca', 'psu', '--wait'], bank);
    expect(said.at(-1)).toBe('psu is rebuilt');
  });

  it('shows a stream by the id that its TPP has, with its correlation and traces', async () => {
    const stream = `payment-${paymentId}`;
    const event = { version: 1, type: 'PaymentInitiated', at: 'now', actor: 'gateway', data: {} };
    const events = [{ ...event, traceId: '4bf9' }, event];
    const named = publicId({ kind: 'payment', streamId: paymentId });
    const outcome = { stream, correlation: '12ab', events };
    const { asked, said } = await run(['stream', 'show', 'payments', named, '--no-json'], outcome);
    expect(asked).toMatchObject([{ name: 'ShowStream', stream }]);
    const lines = said.join().split('\n');
    expect(lines.slice(0, 2)).toEqual([`stream ${stream}`, 'nordgate.correlation 12ab']);
    expect(lines.filter((line) => line.startsWith('1 '))).toEqual([
      '1 PaymentInitiated  now  gateway  trace 4bf9',
      '1 PaymentInitiated  now  gateway',
    ]);
  });

  it('shows a stream as JSON where no person reads it, and to a person who asks for it', async () => {
    const outcome = { stream: 'psu-1', correlation: '12ab', events: [] };
    const args = ['stream', 'show', 'sca', 'psu-1'];
    const atTerminal = await run(args, outcome, true);
    expect(atTerminal.said).toEqual(['stream psu-1\nnordgate.correlation 12ab']);
    const piped = await run(args, outcome);
    const asked = await run([...args, '--json'], outcome, true);
    for (const { said } of [piped, asked]) expect(JSON.parse(said.join())).toEqual(outcome);
  });

  it.each([
    ['parked', 'list'],
    ['parked', 'show'],
    ['projection', 'list'],
    ['stream', 'show'],
    ['retention', 'show'],
  ])('names the services where %s %s has none', async (...args) => {
    await expect(run(args)).rejects.toThrow(operatedServices.join('|'));
  });

  it('shows the retention of a service as a table', async () => {
    const entry = { streamType: 'payment', months: 72, deletable: 12, heldBack: 1 };
    const { asked, said } = await run(['retention', 'show', 'payments'], [entry]);
    expect(asked).toEqual([{ name: 'ShowRetention', service: 'payments' }]);
    expect(said.join()).toContain('payment  72      12         1');
    const { said: none } = await run(['retention', 'show', 'accounts'], []);
    expect(none).toEqual(['accounts deletes no streams']);
  });

  it('fails when a retried message is still parked, or a projection stands still', async () => {
    const tried = [{ seq: '7', result: 'parked', reason: 'not a number' }];
    await expect(run(['parked', 'retry', 'sca', '7'], tried)).rejects.toThrow('7 is still parked');
    const entry = { name: 'p', kind: 'projection', version: 1, tableVersion: 1, state: 'stopped' };
    const stopped = [{ ...entry, lagSeconds: 3, fault: 'no row' }];
    await expect(run(['projection', 'list', 'sca'], stopped)).rejects.toThrow('p stands still');
  });

  it('knows no service that there is not, and discards nothing without a reason', async () => {
    await expect(run(['parked', 'list', 'gateway'])).rejects.toThrow('gateway');
    await expect(run(['parked', 'discard', 'sca', '7'])).rejects.toThrow('--reason');
  });

  it('says that nobody is stopped', async () => {
    expect((await run(['tpp', 'list'], [])).said).toEqual(['nobody is stopped']);
    expect((await run(['tpp', 'contacts'], [])).said).toEqual(['no TPP has a contact']);
  });
});
