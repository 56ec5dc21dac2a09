import type { ProfileScaRule, ScaTerms } from '@nordgate/contracts/profile';
import type { ScaMethodName } from '@nordgate/contracts/events';
import type { ApprovablePayment } from '@nordgate/contracts/queries';
import { standingTo } from '@nordgate/contracts/rules';
import type { Environment } from '../../sca.settings.js';
import { totalsOf } from '../content/totals.js';

/**
 * Why a site must not start with these methods; undefined when it may. In production, the first proof of a
 * customer comes from the identity provider, and the code on the page proves nothing.
 */
export function methodFault(
  environment: Environment,
  { methods, provider }: Pick<ScaTerms, 'methods' | 'provider'>,
): string | undefined {
  if (environment === 'production' && methods.includes('sandbox-code')) {
    return 'production refuses the SCA method sandbox-code: remove it from sca.methods of the bank profile';
  }
  if (environment === 'production' && !methods.includes('oidc')) {
    return 'production needs the SCA method oidc: add it to sca.methods of the bank profile';
  }
  if (methods.includes('oidc') && provider === undefined) {
    return 'the SCA method oidc needs sca.provider of the bank profile';
  }
  return undefined;
}

/** What is to be approved, for the rules of the profile. */
export interface RuledApproval {
  readonly tpp: string;
  /** The payments that the proof approves. */
  readonly payments: readonly Pick<ApprovablePayment, 'instruction' | 'product'>[];
}

/** Whether every rule of the profile that fits an approval accepts a method. */
export function isAccepted(
  method: ScaMethodName,
  rules: readonly ProfileScaRule[],
  approval: RuledApproval,
): boolean {
  return rules.every((rule) => !fits(rule, approval) || rule.methods.includes(method));
}

/**
 * A rule about amounts looks at the sum, per currency, of all that one proof approves of its product. A sum in
 * another currency cannot be compared, and counts as above: the stronger method is required.
 */
function fits({ amountAbove, product, tpp }: ProfileScaRule, approval: RuledApproval): boolean {
  if (tpp !== undefined && tpp !== approval.tpp) return false;
  if (product === undefined && amountAbove === undefined) return true;
  const ruled = approval.payments.filter((one) => product === undefined || one.product === product);
  if (amountAbove === undefined) return ruled.length > 0;
  return totalsOf(ruled.map(({ instruction }) => instruction)).some(
    ([currency, amount]) => standingTo([amountAbove], { amount, currency }) !== 'within',
  );
}

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
