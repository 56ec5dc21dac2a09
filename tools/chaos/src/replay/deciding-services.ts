import { sandboxAccountsOf } from '@nordgate/accounts/accounts.sandbox';
import { basketsAppWith } from '@nordgate/baskets/baskets.module';
import { batchAppWith } from '@nordgate/batch/batch.module';
import { timersOf } from '@nordgate/contracts/profile';
import type { BankProfile } from '@nordgate/contracts/profile';
import type { AnyDeciderTable, AnyStreamType } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { paymentsAppWith } from '@nordgate/payments/payments.module';
import { scaDeciders } from '@nordgate/sca/sca.deciders';
import { sandboxScaApp, withOtherChannels } from '@nordgate/sca/sca.sandbox';
import type { ServiceDefinition } from '@nordgate/service';
import type { Service } from '../checker/evidence/evidence.js';

/** What a service decides with: its table of deciders and its streams. */
export interface DecidingService {
  readonly table: AnyDeciderTable;
  readonly streams: readonly AnyStreamType[];
}

export type DecidingServices = { readonly [Name in Service]: DecidingService };

/** No approval is checked where only deciders run. */
const approvals = { keys: new Map<string, never>() };

/** What a seal is in a decision that is made again: the key of the bank is not in its histories. */
const replayedSeal = { keyId: 'replay', signature: 'replay' };

/** The deciders of this release in a sandbox with this profile. They find no stream: what was found is in the history. */
export function decidingServices(profile: BankProfile): DecidingServices {
  const sca = scaDeciders(timersOf(profile), {
    linkHolders: () => Promise.resolve([]),
    seal: () => replayedSeal,
  });
  return {
    payments: of(paymentsAppWith(profile, approvals)),
    baskets: of(basketsAppWith(profile, approvals)),
    sca: { table: withOtherChannels(sca), streams: sandboxScaApp.streams },
    accounts: of(sandboxAccountsOf(profile)),
    batch: of(batchAppWith(profile, approvals)),
  };
}

/** Only `find` reads it, and it does not run here. */
const noDatabase = {} as Database;

function of({ commands, streams }: ServiceDefinition): DecidingService {
  return { table: commands?.deciders(noDatabase) ?? {}, streams };
}

/** The type of a stream by its id. @throws Error for a category that the service does not have */
export function typeOf({ streams }: DecidingService, stream: string): AnyStreamType {
  const types = streams.filter(({ name }) => stream.startsWith(`${name}-`));
  const [longest] = types.toSorted((left, right) => right.name.length - left.name.length);
  if (longest === undefined) throw new Error(`${stream} is a stream of no type of this release`);
  return longest;
}
