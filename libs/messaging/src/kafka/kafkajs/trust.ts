import { createRequire } from 'node:module';
import { isPermanentAuthenticationError } from '../permanent-error.js';

/** A connection to a broker. */
interface Connection {
  /** `host:port`. */
  readonly broker: string;
  /** The TLS options of the client: the same object in all its connections. */
  readonly ssl: object | null;
  connect: (this: Connection) => Promise<boolean>;
}

/** By the TLS options of a client. */
const listedBrokers = new WeakMap<object, ListedBrokers>();

/** Lets the client with these TLS options give up when it trusts none of these brokers, `host:port`. */
export function requireTrust(ssl: object, brokers: readonly string[]): void {
  listedBrokers.set(ssl, new ListedBrokers(brokers));
}

/** Ends the retries of a connect that cannot succeed: point 14 of `adapter.ts`. */
export function endUntrustedConnects(): void {
  const load = createRequire(import.meta.url);
  const { prototype } = load('kafkajs/src/network/connection.js') as {
    readonly prototype: Connection;
  };
  const { connect } = prototype;
  prototype.connect = async function () {
    const listed = this.ssl === null ? undefined : listedBrokers.get(this.ssl);
    try {
      const connected = await connect.call(this);
      listed?.trusted();
      return connected;
    } catch (error) {
      if (listed?.failed(this.broker, error)) Object.assign(error as Error, { retriable: false });
      throw error;
    }
  };
}

/** Which brokers of its list a client does not trust. */
class ListedBrokers {
  private readonly untrusted = new Set<string>();
  private trustedOnce = false;

  constructor(private readonly brokers: readonly string[]) {}

  trusted(): void {
    this.trustedOnce = true;
  }

  /** @returns whether the client trusts none of its brokers. One that has trusted a broker tries again: a certificate is being replaced. */
  failed(broker: string, error: unknown): boolean {
    if (!isPermanentAuthenticationError(error)) return false;
    this.untrusted.add(broker);
    return !this.trustedOnce && this.brokers.every((one) => this.untrusted.has(one));
  }
}
