import { singlePath } from '@nordgate/testing';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import { Calls } from './callers.js';

/** A bank that answers as it is told, and remembers what it was sent. */
class ToldBank {
  readonly seen: TppCall[] = [];
  private made = 0;

  constructor(private readonly statusOf: (call: TppCall, at: number) => number | Error) {}

  call(call: TppCall): Promise<TppAnswer> {
    const at = this.seen.push(call);
    const status = this.statusOf(call, at);
    if (status instanceof Error) return Promise.reject(status);
    const made = `made-${String((this.made += 1))}`;
    const link = { href: `http://127.0.0.1:1/${made}`, verbs: ['GET'] };
    const json = { paymentId: made, _links: { scaRedirect: link } };
    return Promise.resolve({ status, json } as TppAnswer);
  }

  get paths(): string[] {
    return this.seen.map(({ method, path }) => `${method} ${path}`);
  }
}

const sent = (bank: ToldBank) =>
  new Calls({ tpps: [bank], scaUrl: 'http://127.0.0.1:1', from: '86011117947', to: '97104133219' });
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

  it('count a request without an answer, and go on', async () => {
    const calls = sent(new ToldBank(() => new Error('connection refused')));
    await calls.send('pay', performance.now());
    expect([...calls.measured.answers]).toEqual([['none', 1]]);
  });

  it('put each payment into one basket at most', async () => {
    const bank = new ToldBank(usual);
    const calls = sent(bank);
    for (const kind of ['pay', 'pay', 'pay', 'basket', 'basket', 'basket'] as const) {
      await calls.send(kind, performance.now());
    }
    const baskets = bank.seen.filter(({ path }) => path === '/v1/signing-baskets');
    expect(baskets.map(({ body }) => body)).toEqual([
      { paymentIds: ['made-1', 'made-3'] },
      { paymentIds: ['made-5'] },
    ]);
  });

  it('count a page that does not open', async () => {
    const calls = sent(new ToldBank(usual));
    await calls.send('pay', performance.now());
    await calls.send('page', performance.now());
    expect(calls.measured.answers.get('none')).toBe(1);
    expect(calls.measured.page.count).toBe(0);
  });
});
