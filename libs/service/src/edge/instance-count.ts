import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Log } from '@nordgate/telemetry';
import { Poll } from '../host/trust/poll.js';

/** Kubernetes changes the addresses of a Service within seconds of a pod. */
const lookMs = 10_000;

/** The addresses of a name. */
export type Resolve = (name: string) => Promise<readonly string[]>;

const resolveAll: Resolve = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/**
 * How many instances of an app serve: the addresses of one name, such as that of a headless Service. One until the
 * first answer; the last answer counts while there is none.
 */
export class InstanceCount {
  private known = 1;
  private isFailing = false;
  private readonly poll = new Poll(() => this.look(), lookMs);

  constructor(
    private readonly name: string,
    private readonly log: Log,
    private readonly resolve: Resolve = resolveAll,
  ) {}

  readonly current = (): number => this.known;

  /** Asks once. Never rejects. */
  async look(): Promise<void> {
    try {
      this.known = Math.max(1, instancesAt(await this.resolve(this.name)));
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing)
        this.log.warn(
          { err: error, peer: this.name },
          'The number of instances cannot be read. The last one counts.',
        );
      this.isFailing = true;
    }
  }

  start(): void {
    this.poll.start();
  }

  stop(): Promise<void> {
    return this.poll.stop();
  }
}

/** A pod of a cluster with both families has an address of each. */
function instancesAt(addresses: readonly string[]): number {
  const all = new Set(addresses);
  const v4 = [...all].filter((address) => isIP(address) === 4);
  return v4.length > 0 ? v4.length : all.size;
}
