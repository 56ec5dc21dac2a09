import type { AppName, Link, Routes } from '@nordgate/local/cluster';
import { freePorts } from '@nordgate/local/free-ports';
import type { LinkCondition } from './link-condition.js';
import { TcpProxy } from './tcp-proxy.js';

/** The servers that a link leads to. */
export type Far = 'brokers' | 'postgres' | 'gateways';

interface OpenLink extends Link {
  readonly proxy: TcpProxy;
}

/** Which links: all to these servers, or those of one app, or to one broker only. */
export interface Between {
  readonly to: Far;
  readonly from?: AppName;
  readonly node?: number;
}

const serversOf: Readonly<Record<Far, (link: Link) => boolean>> = {
  brokers: ({ to }) => to.startsWith('broker-'),
  postgres: ({ to }) => to === 'postgres',
  gateways: ({ to }) => to.startsWith('gateway-'),
};

/**
 * The network between the apps of a cluster, the brokers, PostgreSQL and the TPPs. Each app has its link to each server, and a proxy
 * of this process carries it: so one app can lose a server that all others reach. Brokers tell an app the addresses of its links.
 */
export class Network implements Routes {
  readonly #links: OpenLink[] = [];
  /** `performance.now()` when nothing had been sent yet. */
  readonly openedAt = performance.now();

  readonly route = async (link: Link, port: () => number): Promise<number> => {
    const [free = 0] = await freePorts(1);
    this.#links.push({ ...link, proxy: await TcpProxy.listen(free, port) });
    return free;
  };

  /** Until `restore`, these links have the condition. */
  become(between: Between, condition: LinkCondition): void {
    for (const { proxy } of this.#of(between)) proxy.become(condition);
  }

  /** Until `restore`, these links refuse connections; those that there are end. */
  async refuse(between: Between): Promise<void> {
    await Promise.all(this.#of(between).map(({ proxy }) => proxy.refuse()));
  }

  /** Nothing of the connections of now arrives any more (`TcpProxy.forget`). */
  forget(between: Between): void {
    for (const { proxy } of this.#of(between)) proxy.forget();
  }

  /** Ends every condition. Connections that are forgotten stay silent. */
  async restore(): Promise<void> {
    await Promise.all(
      this.#links.map(async ({ proxy }) => {
        proxy.become({});
        await proxy.accept();
      }),
    );
  }

  /** How often apps, or TPPs, have connected to servers of this kind or sent them something. */
  sentTo(to: Far): number {
    return this.#of({ to }).reduce((sum, { proxy }) => sum + proxy.sent, 0);
  }

  async close(): Promise<void> {
    await Promise.all(this.#links.map(({ proxy }) => proxy.close()));
  }

  /** @throws Error when there is no such link, as a fault that breaks nothing shows nothing */
  #of({ to, from, node }: Between): OpenLink[] {
    const found = this.#links.filter(
      (link) =>
        serversOf[to](link) &&
        (from === undefined || link.from === from) &&
        (node === undefined || link.to === `broker-${String(node)}`),
    );
    if (found.length === 0) throw new Error(`no link leads from ${from ?? 'anywhere'} to ${to}`);
    return found;
  }
}
