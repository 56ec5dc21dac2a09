import type { CommandContract } from '@nordgate/contracts/commands';
import type { PasskeyEnrolled, PasskeyUsed } from '@nordgate/contracts/events';
import type { Passkeys } from './passkeys.js';

/** The commands of a customer's passkeys: only the site sends them. */
export interface PasskeyCommands {
  readonly EnrolPasskey: OnPasskeys<Omit<PasskeyEnrolled['data'], 'at'>>;
  readonly UsePasskey: OnPasskeys<Omit<PasskeyUsed['data'], 'at'>>;
  readonly RemovePasskey: OnPasskeys<{ readonly credentialId: string }>;
}

type OnPasskeys<Data> = CommandContract<'passkeys', Data, Passkeys>;
