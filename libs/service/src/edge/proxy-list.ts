import { BlockList, isIPv6 } from 'node:net';

/** The trusted proxies in front of a server: addresses and networks with commas between them. */
export class ProxyList {
  private readonly list = new BlockList();

  /** `text` has the form that the setting `AddressList` checks. Throws for a prefix that is too long. */
  constructor(text = '') {
    for (const entry of text.split(',').map((one) => one.trim())) {
      if (entry !== '') this.add(entry);
    }
  }

  /** Whether an address is one of a trusted proxy. IPv4-mapped IPv6 addresses count as IPv4. */
  has(ip: string): boolean {
    return this.list.check(ip, familyOf(ip));
  }

  private add(entry: string): void {
    const [address = '', prefix] = entry.split('/');
    if (prefix === undefined) this.list.addAddress(address, familyOf(address));
    else this.list.addSubnet(address, Number(prefix), familyOf(address));
  }
}

const familyOf = (ip: string) => (isIPv6(ip) ? 'ipv6' : 'ipv4');
