import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { singlePath } from '@nordgate/testing';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import { Calls } from './callers.js';

/** An address at which nothing listens. */
const nobody = 'http://127.0.0.1:1';

/** A bank that answers as it is told, and remembers what it was sent. */
class ToldBank {
  readonly seen: TppCall[] = [];
  private made = 0;

  constructor(
    private readonly statusOf: (call: TppCall, at: number) => number | Error,
    private readonly site = nobody,
  ) {}

  call(call: TppCall): Promise<TppAnswer> {
    const at = this.seen.push(call);
    const status = this.statusOf(call, at);
    if (status instanceof Error) return Promise.reject(status);
    const made = `made-${String((this.made += 1))}`;
    const link = { href: `${this.site}/${made}`, verbs: ['GET'] };
    const json = { paymentId: made, _links: { scaRedirect: link } };
    return Promise.resolve({ status, json } as TppAnswer);
  }

  get paths(): string[] {
    return this.seen.map(({ method, path }) => `${method} ${path}`);
  }
}

const sent = (bank: ToldBank, scaUrl = nobody) =>
  new Calls({
    ...{ tpps: [bank], scaUrl, from: '86011117947', to: '97104133219' },
    approve: () => Promise.resolve(),
  });
const basketsPath = '/v1/signing-baskets';
const usual = ({ method }: TppCall) => (method === 'POST' ? 201 : 200);

describe('the calls of the load', () => {
  it('measure a payment as visible when a later GET shows it', async () => {
    const bank = new ToldBank((call, at) => (call.method === 'GET' && at < 4 ? 404 : usual(call)));
    const calls = sent(bank);
    await calls.send('pay', performance.now());
    const status = `GET ${singlePath}/made-1/status`;
    expect(bank.paths).toEqual([`POST ${singlePath}`, status, status, status]);
    expect(calls.measured.visible.count).toBe(1);
    expect([...calls.measured.answers]).toEqual([
      ['201', 1],
      ['404', 2],
      ['200', 1],
    ]);
  });

  it('measure the acceptance from the moment when the request was due', async () => {
    const calls = sent(new ToldBank(usual));
    await calls.send('pay', performance.now() - 1000);
    expect(calls.measured.accept.percentile(1)).toBeGreaterThanOrEqual(1000);
  });

  it('do not look for a payment that was not accepted', async () => {
    const bank = new ToldBank(() => 503);
    const calls = sent(bank);
    await calls.send('pay', performance.now());
    expect(bank.paths).toHaveLength(1);
    expect([...calls.measured.answers]).toEqual([['503', 1]]);
  });

  it('do not measure a refused payment or basket as accepted', async () => {
    const bank = new ToldBank((call) => (call.path === basketsPath ? 503 : usual(call)));
    const calls = sent(bank);
    await calls.send('pay', performance.now());
    await calls.send('basket', performance.now());
    expect(calls.measured.accept.count).toBe(1);
    const refused = sent(new ToldBank(() => 503));
    await refused.send('pay', performance.now());
    expect(refused.measured.accept.count).toBe(0);
  });

  it.each([
    [new Error('no answer'), 'none (Error: no answer)'],
    [
      new Error('outer', { cause: Object.assign(new Error('inner'), { code: 'ECONNRESET' }) }),
      'none (ECONNRESET)',
    ],
    [
      Object.assign(new Error('timed out'), { code: 'UND_ERR_HEADERS_TIMEOUT' }),
      'none (UND_ERR_HEADERS_TIMEOUT)',
    ],
  ])('count a request without an answer with its reason, and go on: %s', async (error, reason) => {
    const calls = sent(new ToldBank(() => error));
    await calls.send('pay', performance.now());
    expect([...calls.measured.answers]).toEqual([[reason, 1]]);
  });

  it('put each payment into one basket at most', async () => {
    const bank = new ToldBank(usual);
    const calls = sent(bank);
    for (const kind of ['pay', 'pay', 'pay', 'basket', 'basket', 'basket'] as const) {
      await calls.send(kind, performance.now());
    }
    const baskets = bank.seen.filter(({ path }) => path === basketsPath);
    expect(baskets.map(({ body }) => body)).toEqual([
      { paymentIds: ['made-1', 'made-3'] },
      { paymentIds: ['made-5'] },
    ]);
  });

  it.each([
    [100, `${nobody}/made-1`],
    [101, `${nobody}/made-3`],
  ])(
    'let the PSU approve the oldest of the last hundred payments, as links end: of %d',
    async (count, link) => {
      const approved: string[] = [];
      const approve = (one: string) => Promise.resolve(approved.push(one));
      const calls = new Calls({
        ...{ tpps: [new ToldBank(usual)], scaUrl: nobody, from: '86011117947', to: '97104133219' },
        approve,
      });
      for (let at = 0; at < count; at += 1) await calls.send('pay', performance.now());
      await calls.send('approve', performance.now());
      expect(approved).toEqual([link]);
      expect([...calls.measured.pageAnswers]).toEqual([['approved', 1]]);
    },
  );

  it.each([
    [200, 1],
    [503, 0],
  ])('with a page of the status %d have a share of %d good pages', async (status, share) => {
    const server = createServer((_, answer) => answer.writeHead(status).end('<h1>page</h1>'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const site = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const calls = sent(new ToldBank(usual, site), site);
    await calls.send('pay', performance.now());
    await calls.send('page', performance.now());
    server.close();
    expect([...calls.measured.pageAnswers]).toEqual([[String(status), 1]]);
    expect(calls.measured.page.shareWithin(10_000)).toBe(share);
  });

  it('count a page that does not open', async () => {
    const calls = sent(new ToldBank(usual));
    await calls.send('pay', performance.now());
    await calls.send('page', performance.now());
    const [answer] = [...calls.measured.pageAnswers];
    expect(answer).toEqual([expect.stringMatching(/^none \(.+\)$/), 1]);
    expect(calls.measured.page.count).toBe(0);
  });
});
