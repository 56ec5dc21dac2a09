import type { FoundRequests, OperatorRequest, TraceDetails } from '@nordgate/contracts/commands';
import { streamIdOf } from '@nordgate/contracts/rules';
import { OperationRefused } from './operations-client.js';
import { operatorProgram } from './operator-program.js';

const requestId = '5279ad2b-9d08-4c0a-8f10-2ba43a1d1f6c';
const traceId = 'a'.repeat(32);
const request = {
  ...{ id: 'r1', at: '2030-03-01T10:00:00.000Z', method: 'POST', status: 201, requestId, traceId },
  ...{ target: '/v1/payments/norwegian-domestic-credit-transfers', isProven: true },
  ...{ headers: [], messages: [], verdict: null },
};
const span = (spanId: string, parentId?: string) => ({
  ...{ spanId, ...(parentId !== undefined && { parentId }), name: spanId, service: 'payments' },
  ...{ startMs: 1, durationMs: 2, failed: false, attributes: {} },
});
const found: FoundRequests = {
  requests: [{ tpp: 'PSDNO-FSA-1', request, spans: [span('http.server.request')] }],
  silent: [],
};
const event = { version: 1, at: '2030-03-01T10:00:00.010Z', actor: 'PSDNO-FSA-1' };
const traces: Readonly<Record<string, TraceDetails>> = {
  payments: {
    ...{
      eventsSearched: 20_000,
      events: [{ ...event, stream: 'payment-1', type: 'PaymentInitiated' }],
    },
    spans: [span('command.decide', 'http.server.request')],
  },
  sca: {
    eventsSearched: 20_000,
    events: [{ ...event, stream: 'authorisation-1', type: 'AuthorisationOpened' }],
  },
};

type Answers = Partial<Record<OperatorRequest['name'], (request: OperatorRequest) => unknown>>;

async function run(answers: Answers, ...args: readonly string[]) {
  const said: string[] = [];
  const asked: OperatorRequest[] = [];
  const operations = {
    // Async, so that what an answer throws is a rejection.
    run: async (one: OperatorRequest) => {
      asked.push(one);
      return await Promise.resolve(answers[one.name]?.(one));
    },
  };
  const program = operatorProgram(operations, (text) => said.push(text));
  const failed = await program.parseAsync(['request', ...args], { from: 'user' }).then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  );
  return { said: said.join('\n'), failed, asked };
}

const traceOf = (one: OperatorRequest) =>
  traces['service' in one ? one.service : ''] ?? { eventsSearched: 20_000, events: [] };
const everywhere: Answers = { FindRequests: () => found, ShowTrace: traceOf };

describe('operator request', () => {
  it('joins the line of the gateway with the events and spans of every service', async () => {
    const { said, failed } = await run(everywhere, requestId);
    expect(failed).toBeUndefined();
    expect(said.split('\n').map((line) => line.replace(/ +/g, ' ').trim())).toEqual([
      `2030-03-01T10:00:00.000Z 201 POST ${request.target} PSDNO-FSA-1 ${requestId}`,
      '',
      `trace ${traceId}`,
      'payments payment-1',
      '1 PaymentInitiated 2030-03-01T10:00:00.010Z PSDNO-FSA-1',
      'sca authorisation-1',
      '1 AuthorisationOpened 2030-03-01T10:00:00.010Z PSDNO-FSA-1',
      '',
      expect.stringMatching(/^http\.server\.request payments 0\.0 ms 2\.0 ms █+$/) as string,
      expect.stringMatching(/^command\.decide payments 0\.0 ms 2\.0 ms █+$/) as string,
    ]);
  });

  it('never asks for what reveals personal data', async () => {
    const { asked } = await run(everywhere, requestId);
    for (const one of asked) expect(one).not.toHaveProperty('reveal');
    expect(new Set(asked.map(({ name }) => name))).toEqual(new Set(['FindRequests', 'ShowTrace']));
  });

  it('shows why a request was refused, without a trace', async () => {
    const messages = [{ code: 'FORMAT_ERROR', path: 'creditorAccount', text: 'no' }];
    const verdict = {
      reason: 'digest',
      text: 't',
      advice: 'hash the body',
      mistake: null,
      signingString: null,
    };
    const refused = { ...request, status: 400, traceId: null, isProven: false, messages, verdict };
    const requests = [{ tpp: 'PSDNO-FSA-1', request: refused, spans: [] }];
    const { said, asked } = await run(
      { FindRequests: () => ({ requests, silent: [] }) },
      requestId,
    );
    expect(said).toContain('  (signature not proven)');
    expect(said).toContain(
      '\n  FORMAT_ERROR creditorAccount: no\n  signature: digest: hash the body\n',
    );
    expect(said).toContain('no trace was recorded');
    expect(asked).toHaveLength(1);
  });

  it('shows what the others know when a service gives no answer, names it, and ends with code 1', async () => {
    const { said, failed } = await run(
      {
        ...everywhere,
        ShowTrace: (one) => {
          if ('service' in one && one.service === 'batch')
            throw new OperationRefused('batch is away');
          return traceOf(one);
        },
      },
      requestId,
    );
    expect(said).toContain('payments payment-1');
    expect(said).toContain('batch gives no answer: batch is away');
    expect(failed).toBe('the answer may be incomplete');
  });

  it.each([
    [[], /^no gateway keeps this request any more/],
    [['gateway'], /^no answer from gateway; a bank in production keeps no requests/],
  ] as const)(
    'says where to look when nobody has the request, with %j silent',
    async (silent, line) => {
      const { said, failed } = await run(
        { FindRequests: () => ({ requests: [], silent }) },
        requestId,
      );
      expect([said, line.test(failed ?? '')]).toEqual(['', true]);
    },
  );

  const tpp = 'PSDNO-FSA-1';
  it.each([
    ['of production', 0, ''],
    ['of the TPP in a sandbox', 3, '.3'],
  ])('names the stream from TPP and route in the world %s', async (_of, generation, end) => {
    const ShowWorld = () => ({ tpp, generation });
    const of = (route: string) => run({ ShowWorld }, requestId, '--tpp', tpp, '--route', route);
    for (const [route, stream] of [
      ['/v1/payments/norwegian-domestic-credit-transfers', 'payments payment'],
      ['/v1/signing-baskets', 'baskets basket'],
    ] as const) {
      const { said, asked } = await of(route);
      const id = streamIdOf({ tpp, requestId, generation }, 'POST', route);
      expect(said).toBe(`stream show ${stream}-${id}`);
      expect(id.slice(32)).toBe(end);
      expect(asked).toEqual([{ name: 'ShowWorld', tppId: tpp }]);
    }
  });

  it('names no stream of a TPP without a world, or while accounts does not tell the world', async () => {
    const args = [requestId, '--tpp', tpp, '--route', '/v1/signing-baskets'];
    const none = await run({ ShowWorld: () => null }, ...args);
    expect([none.said, none.failed]).toEqual(['', expect.stringContaining('no world')]);
    const ShowWorld = () => {
      throw new OperationRefused('accounts is down');
    };
    expect(await run({ ShowWorld }, ...args)).toMatchObject({
      said: '',
      failed: 'accounts is down',
    });
  });

  it('demands TPP and route together', async () => {
    expect((await run({}, requestId, '--tpp', 'PSDNO-FSA-1')).failed).toMatch('belong together');
  });

  it('is JSON for programs', async () => {
    const { said } = await run(everywhere, requestId, '--json');
    expect(JSON.parse(said)).toMatchObject({
      requests: [
        { found: { tpp: 'PSDNO-FSA-1' }, trace: { traceId, events: [{}, {}], spans: [{}, {}] } },
      ],
      silent: [],
    });
  });
});
