import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { QueriedService, ServiceQuery } from '@nordgate/contracts/queries';
import { instanceAnswer, ServiceUnavailableError } from '../query-client.js';
import type { InstanceAnswer } from '../query-client.js';
import { QueryPeer } from './query-peer.js';
import type { QueryPeerOptions } from './query-peer.js';

export interface InstancePeersOptions extends Pick<
  QueryPeerOptions,
  'tokens' | 'ca' | 'timeoutMs'
> {
  readonly service: QueriedService;
  /**
   * Internal addresses without a path. A name stands for all its IP addresses, such as that of a headless
   * service of Kubernetes.
   */
  readonly addresses: readonly string[];
  /** The IP addresses of a name. Default: those that the operating system finds. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
}

/** An instance and the way to it. */
interface Instance {
  /** Its IP address, or the name that has none, with the port. */
  readonly name: string;
  readonly address: string;
  /** Undefined when the name was not resolved in time. */
  readonly ip: string | undefined;
}

/**
 * Queries every instance of a service. The names are resolved for each query, because instances come and
 * go. Few queries need this, so connections are not kept.
 */
export class InstancePeers {
  constructor(private readonly options: InstancePeersOptions) {}

  /** Resolves with an entry for each instance. An instance without an answer in time has an error. */
  async askEach<Answer>(query: ServiceQuery<Answer>): Promise<readonly InstanceAnswer<Answer>[]> {
    const found = await Promise.all(this.options.addresses.map((one) => this.instancesAt(one)));
    // Two names may lead to one instance.
    const instances = new Map(found.flat().map((one) => [one.name, one]));
    return Promise.all(
      [...instances.values()].map((one) => instanceAnswer(one.name, this.ask(one, query))),
    );
  }

  private async ask<Answer>(
    { name, address, ip }: Instance,
    query: ServiceQuery<Answer>,
  ): Promise<Answer> {
    if (ip === undefined) throw new ServiceUnavailableError(`${name} has no address`);
    const { service, tokens, ca, timeoutMs } = this.options;
    const peer = new QueryPeer({ service, address, ip, tokens, timeoutMs, ...(ca && { ca }) });
    try {
      return await peer.ask(query);
    } finally {
      await peer.close();
    }
  }

  private async instancesAt(address: string): Promise<readonly Instance[]> {
    const { hostname, host, port, protocol } = new URL(address);
    const name = hostname.replace(/^\[|\]$/g, '');
    const ips = isIP(name) === 0 ? await this.ipsOf(name) : [name];
    if (ips.length === 0) return [{ name: host, address, ip: undefined }];
    const number = port === '' ? defaultPorts[protocol] : port;
    return ips.map((ip) => ({
      name: `${isIP(ip) === 6 ? `[${ip}]` : ip}:${number ?? ''}`,
      address,
      ip,
    }));
  }

  /** The IP addresses of a name. None when there are none, or none in time. */
  private async ipsOf(name: string): Promise<readonly string[]> {
    const { resolve = systemLookup, timeoutMs } = this.options;
    const late = delay<readonly string[]>(timeoutMs, [], { ref: false });
    const ips = await Promise.race([resolve(name).catch(() => []), late]);
    // A pod of a cluster with both families has an address of each.
    const v4 = ips.filter((ip) => isIP(ip) === 4);
    return v4.length > 0 ? v4 : ips;
  }
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

async function systemLookup(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}
