import type { BankProfile } from '@nordgate/contracts/profile';
import { MountedValue, Poll } from '@nordgate/service/process';
import type { MountedSource } from '@nordgate/service/process';
import type { RunningWork } from '@nordgate/service';
import type { Log } from '@nordgate/telemetry';
import { operationIdOf } from '../request/operation-id.js';
import type { ServedRoute } from '../request/route.decorator.js';

/** What the bank has switched off. */
export interface Switches {
  /** Names of payment products. */
  readonly products: ReadonlySet<string>;
  /** By operationId. */
  readonly operations: ReadonlySet<string>;
}

/** Where the switches are read. */
export interface SwitchSettings {
  readonly profile: BankProfile;
  /** The file of the profile. Without it the switches stay as they are. */
  readonly profileSource?: MountedSource<BankProfile>;
}

/** The profile changes by hand, and a mounted file arrives within a minute. */
const switchPollMs = 5000;

/**
 * The switches of a profile. Throws for an operation that the gateway does not have, or that is not signed: probes,
 * description and status are always there.
 */
export function switchesOf(
  { switchedOff = {} }: Pick<BankProfile, 'switchedOff'>,
  routes: readonly ServedRoute[],
): Switches {
  const { products = [], operations = [] } = switchedOff;
  const known = new Set(routes.flatMap(signedOperation));
  const unknown = operations.filter((one) => !known.has(one));
  if (unknown.length > 0) {
    throw new Error(`switchedOff.operations: there is no signed operation ${unknown.join(', ')}`);
  }
  return { products: new Set(products), operations: new Set(operations) };
}

function signedOperation({ requirements, description, url }: ServedRoute): readonly string[] {
  if (requirements === 'unsigned' || description === undefined) return [];
  return [operationIdOf(description.id, url)];
}

/** Follows the switches in the file of the profile. While the file is faulty, the last good ones count. */
export class KeptSwitches implements RunningWork {
  private readonly poll = new Poll(() => this.look(), switchPollMs);

  private constructor(
    private readonly value: MountedValue<Switches> | Switches,
    private readonly log: Log,
  ) {}

  /** Reads the switches for the first time. Rejects when they cannot be used. */
  static async open(
    { profile, profileSource: source }: SwitchSettings,
    routes: readonly ServedRoute[],
    log: Log,
  ): Promise<KeptSwitches> {
    if (source === undefined) return new KeptSwitches(switchesOf(profile, routes), log);
    const read = async () => switchesOf(await source.read(), routes);
    const value = await MountedValue.open({ stamp: () => source.stamp(), read }, new Date());
    return new KeptSwitches(value, log);
  }

  get current(): Switches {
    return 'value' in this.value ? this.value.value : this.value;
  }

  start(): void {
    if ('value' in this.value) this.poll.start();
  }

  stop(): Promise<void> {
    return this.poll.stop();
  }

  /** Looks once whether the file has changed. */
  async look(): Promise<void> {
    if (!('value' in this.value)) return;
    const result = await this.value.look(new Date());
    if (result.is === 'faulty' && result.isNews) {
      this.log.error(
        { fault: result.fault },
        'The profile cannot be used. The last switches stay.',
      );
    }
    if (result.is !== 'changed') return;
    const { products, operations } = this.current;
    const switchedOff = { products: [...products], operations: [...operations] };
    this.log.info({ switchedOff }, 'The profile was read again. Its switches are in force.');
  }
}
