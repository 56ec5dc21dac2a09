import type { ScaMethodName } from '@nordgate/contracts/events';

/** What decides between the methods. */
export interface MethodPreferences {
  /** The name that the PSU picked now. */
  readonly wanted: string;
  /** The method of the last page. */
  readonly before: ScaMethodName | undefined;
  /** TPP-Redirect-Preferred. */
  readonly redirectPreferred: boolean;
}

/**
 * The method of a page, out of those that the PSU can use (the usual one first): the choice of the
 * PSU, otherwise the method of the last page, otherwise a passkey when the TPP asks for biometrics
 * (specification 5.15), otherwise the usual one. Undefined when the PSU can use none.
 */
export function chosenMethod(
  usable: readonly ScaMethodName[],
  { wanted, before, redirectPreferred }: MethodPreferences,
): ScaMethodName | undefined {
  const preferred = redirectPreferred ? undefined : 'passkey';
  return [wanted, before, preferred].map(named(usable)).find(isNamed) ?? usable[0];
}

const named =
  (usable: readonly ScaMethodName[]) =>
  (name: string | undefined): ScaMethodName | undefined =>
    usable.find((one) => one === name);

function isNamed(name: ScaMethodName | undefined): name is ScaMethodName {
  return name !== undefined;
}
