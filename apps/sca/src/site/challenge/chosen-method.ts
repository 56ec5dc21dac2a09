import type { ScaMethodName } from '@nordgate/contracts/events';

/** What speaks for one method or another. */
export interface Wishes {
  /** What the PSU has just picked. */
  readonly wanted: string;
  /** What the PSU was last shown. */
  readonly before: ScaMethodName | undefined;
  /** TPP-Redirect-Preferred. */
  readonly redirectPreferred: boolean;
}

/**
 * The method that a page asks for, of those that the PSU can use, the usual one first: the PSU's
 * choice, else the one in use, else a passkey where the TPP asks for biometrics (specification 5.15).
 * Undefined when there is none at all.
 */
export function chosenMethod(
  usable: readonly ScaMethodName[],
  { wanted, before, redirectPreferred }: Wishes,
): ScaMethodName | undefined {
  const biometric = redirectPreferred ? undefined : 'passkey';
  return [wanted, before, biometric].map(named(usable)).find(isNamed) ?? usable[0];
}

const named =
  (usable: readonly ScaMethodName[]) =>
  (name: string | undefined): ScaMethodName | undefined =>
    usable.find((one) => one === name);

function isNamed(name: ScaMethodName | undefined): name is ScaMethodName {
  return name !== undefined;
}
