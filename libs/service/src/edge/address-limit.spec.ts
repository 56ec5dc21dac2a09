import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { addAddressLimit } from './address-limit.js';
import type { AddressLimit } from './address-limit.js';
import { ProxyList } from './proxy-list.js';

const proxy = '10.0.0.1';

/** A server behind a proxy, which takes one request of an address at once. */
class LimitedServer {
  readonly waiting: (() => void)[] = [];
  readonly app: FastifyInstance;

  constructor(change: Partial<AddressLimit> = {}) {
    this.app = fastify({ trustProxy: proxy });
    addAddressLimit(this.app, {
      perSecond: 1000,
      atOnce: 1,
      proxies: new ProxyList(proxy),
      refusal: (seconds) => Object.assign(new Error(String(seconds)), { statusCode: 429 }),
      ...change,
    });
    this.app.get('/', () => 'answer');
    this.app.get('/slow', async () => {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
      return 'answer';
    });
  }

  async status(url: string, forwarded: string, from = proxy): Promise<number> {
    const headers = { 'x-forwarded-for': forwarded };
    const { statusCode } = await this.app.inject({ url, headers, remoteAddress: from });
    return statusCode;
  }

  /** Starts a slow request. Resolves when the server handles it. */
  async begin(forwarded: string, from = proxy): Promise<Promise<number>[]> {
    const before = this.waiting.length;
    const status = this.status('/slow', forwarded, from);
    while (this.waiting.length === before) await new Promise(setImmediate);
    return [status];
  }

  finish(): void {
    for (const answer of this.waiting) answer();
  }
}

describe('the limit of an address', () => {
  it('refuses a second open request of a forwarded address until the first is answered', async () => {
    const server = new LimitedServer();
    const [first] = await server.begin('192.0.2.1');
    expect(await server.status('/', '192.0.2.1')).toBe(429);
    expect(await server.status('/', '192.0.2.2')).toBe(200);
    server.finish();
    expect(await first).toBe(200);
    expect(await server.status('/', '192.0.2.1')).toBe(200);
  });

  it('frees the place of a client that goes before its answer', async () => {
    const server = new LimitedServer({ proxies: new ProxyList('127.0.0.1') });
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
    try {
      const going = new AbortController();
      const gone = fetch(`${address}/slow`, { signal: going.signal }).catch(() => 'gone');
      while (server.waiting.length === 0) await new Promise(setImmediate);
      expect((await fetch(address)).status).toBe(429);
      going.abort();
      expect(await gone).toBe('gone');
      while ((await fetch(address)).status === 429) await new Promise(setImmediate);
      server.finish();
      expect((await fetch(address)).status).toBe(200);
    } finally {
      await server.app.close();
    }
  });

  it('keeps a request counted in the rate when its client goes before the answer', async () => {
    const server = new LimitedServer({ perSecond: 0.1, proxies: new ProxyList('127.0.0.1') });
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
    try {
      const going = new AbortController();
      const gone = fetch(`${address}/slow`, { signal: going.signal }).catch(() => 'gone');
      while (server.waiting.length === 0) await new Promise(setImmediate);
      going.abort();
      expect(await gone).toBe('gone');
      expect((await fetch(address)).status).toBe(429);
    } finally {
      server.finish();
      await server.app.close();
    }
  });

  it('leaves the open requests of direct clients to the cap of their connections', async () => {
    const server = new LimitedServer();
    const [first] = await server.begin('192.0.2.1', '198.51.100.1');
    expect(await server.status('/', '192.0.2.1', '198.51.100.1')).toBe(200);
    server.finish();
    expect(await first).toBe(200);
  });

  it('refuses requests above the rate of the forwarded address, not of the proxy', async () => {
    const server = new LimitedServer({ perSecond: 0.1 });
    expect(await server.status('/', '192.0.2.1')).toBe(200);
    expect(await server.status('/', '192.0.2.1')).toBe(429);
    expect(await server.status('/', '192.0.2.2')).toBe(200);
  });

  it('has exempt requests', async () => {
    const server = new LimitedServer({ perSecond: 0.1, isExempt: ({ url }) => url === '/' });
    expect(await server.status('/', '192.0.2.1')).toBe(200);
    expect(await server.status('/', '192.0.2.1')).toBe(200);
  });
});
