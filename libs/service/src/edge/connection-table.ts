/** How many connections a server keeps. */
export interface ConnectionLimits {
  /** Connections of one address. */
  readonly perAddress: number;
  /** Connections of all addresses together. */
  readonly total: number;
}

/** What becomes of a new connection, and the connection that ends for it. */
export type Admission<Connection> =
  | { readonly is: 'admitted'; readonly drops?: Connection }
  | { readonly is: 'refused'; readonly cause: 'connections' | 'address-connections' };

interface Known {
  /** Undefined: the cap of an address does not count this connection, and nothing drops it. */
  readonly address: string | undefined;
  isSilent: boolean;
}

/**
 * The open connections of a server. When an address or the server is full, a new connection takes the
 * place of the oldest one that has not sent a request. A full address loses only its own connections, so
 * a stranger who opens many takes no place of others. Without a silent connection the new one is refused.
 */
export class ConnectionTable<Connection> {
  private readonly known = new Map<Connection, Known>();
  /** The silent connections of every address, the oldest first. */
  private readonly silent = new Set<Connection>();
  private readonly byAddress = new Map<string, Set<Connection>>();

  constructor(private readonly limits: ConnectionLimits) {}

  /** Adds a connection of an address, or of a trusted proxy without one. It is silent at first. */
  open(connection: Connection, address: string | undefined): Admission<Connection> {
    const full = this.fullFor(address);
    const drops = full === undefined ? undefined : this.oldestSilentOf(full, address);
    if (full !== undefined && drops === undefined) return { is: 'refused', cause: full };
    if (drops !== undefined) this.close(drops);
    this.known.set(connection, { address, isSilent: true });
    if (address !== undefined) {
      this.silent.add(connection);
      this.byAddress.set(address, this.connectionsOf(address).add(connection));
    }
    return drops === undefined ? { is: 'admitted' } : { is: 'admitted', drops };
  }

  /** The connection has sent a request, so nothing drops it any more. */
  heard(connection: Connection): void {
    const known = this.known.get(connection);
    if (known?.isSilent !== true) return;
    known.isSilent = false;
    this.silent.delete(connection);
  }

  /** Forgets a connection; a second time changes nothing. */
  close(connection: Connection): void {
    const address = this.known.get(connection)?.address;
    this.known.delete(connection);
    this.silent.delete(connection);
    if (address === undefined) return;
    const connections = this.connectionsOf(address);
    connections.delete(connection);
    if (connections.size === 0) this.byAddress.delete(address);
  }

  /** The limit that another connection of this address exceeds; undefined below all limits. */
  private fullFor(address: string | undefined): 'connections' | 'address-connections' | undefined {
    const { perAddress, total } = this.limits;
    if (address !== undefined && this.connectionsOf(address).size >= perAddress) {
      return 'address-connections';
    }
    return this.known.size >= total ? 'connections' : undefined;
  }

  private oldestSilentOf(
    full: 'connections' | 'address-connections',
    address: string | undefined,
  ): Connection | undefined {
    if (full === 'connections' || address === undefined) return this.silent.values().next().value;
    for (const connection of this.connectionsOf(address)) {
      if (this.silent.has(connection)) return connection;
    }
    return undefined;
  }

  private connectionsOf(address: string): Set<Connection> {
    return this.byAddress.get(address) ?? new Set();
  }
}
