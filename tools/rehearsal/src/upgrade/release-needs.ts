import type { AppName } from '@nordgate/local/cluster';

/** What a bank of an earlier release has otherwise than one of this tree, during the whole rehearsal. */
export interface ReleaseNeed {
  readonly reason: string;
  /** A set of keys that every app mounts with its secrets. */
  readonly keySet?: string;
  /** A file below `/run/nordgate` with the TPPs of the register. */
  readonly registerFile?: string;
  /** A member that the profile of the bank does not have. */
  readonly profileWithout?: string;
  /** The core executes orders without the seal of an approval. */
  readonly takesUnsealedOrders?: boolean;
  readonly settings?: readonly NeededSettings[];
}

/** Settings of apps. In a value `{run}` is the folder of the mounted files, and `{until}` the end of the upgrade. */
interface NeededSettings {
  readonly apps: readonly AppName[];
  readonly set?: Readonly<Record<string, string>>;
  readonly remove?: readonly string[];
}

/**
 * What each release needs. A release that is not listed needs nothing. A bank that upgrades has these files and settings
 * from before the roll-out until no rollback is needed any more.
 */
export const releaseNeeds: Readonly<Record<string, readonly ReleaseNeed[]>> = {
  '0.2.0': [
    {
      reason: 'operators sign with a shared secret, later with a key pair',
      keySet: 'operator.json',
    },
    {
      reason: 'the register as a service has no setting for a CA of the bank, so it is a file',
      registerFile: 'tpp-register.json',
      settings: [
        {
          apps: ['gateway', 'sca'],
          set: { NORDGATE_TPP_REGISTER_FILE: '{run}/tpp-register.json' },
          remove: [
            ...['NORDGATE_TPP_REGISTER_URL', 'NORDGATE_TPP_REGISTER_KEPT_FILE'],
            ...['NORDGATE_TPP_REGISTER_TLS_CA_FILE', 'NORDGATE_TPP_REGISTER_POLL_SECONDS'],
          ],
        },
      ],
    },
    { reason: 'its profile does not know the rates of TPPs', profileWithout: 'rates' },
    {
      reason: 'it does not find an authorisation that is written when somebody uses its link',
      settings: [{ apps: ['sca'], set: { AUTHORISATIONS_AT_ONCE_UNTIL: '{until}' } }],
    },
    {
      reason: 'its approvals do not have the order, and it does not find one that waits for them',
      settings: [{ apps: ['batch'], set: { ORDERS_AT_ONCE_UNTIL: '{until}' } }],
    },
    { reason: 'the orders of its batch have no seal', takesUnsealedOrders: true },
  ],
};
