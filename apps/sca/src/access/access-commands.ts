import type { CommandContract, ScaCommands } from '@nordgate/contracts/commands';
import type { AccessGranted } from '@nordgate/contracts/events';

/** The commands of an access: one of the topic, and one that only the reactions of sca send. */
export interface AccessCommands extends Pick<ScaCommands, 'RevokeAccess'> {
  /** `at` is when the PSU decided. */
  readonly GrantAccess: CommandContract<'access', Omit<AccessGranted['data'], 'validUntil'>>;
}
