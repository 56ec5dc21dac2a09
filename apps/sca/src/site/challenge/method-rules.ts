import { Big } from 'big.js';
import type { ProfileScaRule, ScaTerms } from '@nordgate/contracts/profile';
import { isBulk } from '@nordgate/contracts/events';
import type { ScaMethodName } from '@nordgate/contracts/events';
import type { PaymentView } from '@nordgate/contracts/queries';
import type { Environment } from '../../sca.settings.js';
import { totalsOf } from '../parts/totals.js';

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
  readonly payments: readonly Pick<PaymentView, 'instruction' | 'product'>[];
}

/** Whether every rule of the profile that fits an approval accepts a method. */
export function isAccepted(
  method: ScaMethodName,
  rules: readonly ProfileScaRule[],
  approval: RuledApproval,
): boolean {
  return rules.every((rule) => !fits(rule, approval) || rule.methods.includes(method));
}

function fits(rule: ProfileScaRule, { payments, tpp }: RuledApproval): boolean {
  if (rule.tpp !== undefined && rule.tpp !== tpp) return false;
  const isForAll = rule.product === undefined && rule.amountAbove === undefined;
  return isForAll || payments.some((payment) => fitsPayment(rule, payment));
}

function fitsPayment(
  { amountAbove, product }: ProfileScaRule,
  payment: RuledApproval['payments'][number],
): boolean {
  if (product !== undefined && payment.product !== product) return false;
  if (amountAbove === undefined) return true;
  return sumsOf(payment).some(
    ([currency, sum]) => currency === amountAbove.currency && new Big(sum).gt(amountAbove.amount),
  );
}

function sumsOf({ instruction }: Pick<PaymentView, 'instruction'>): [string, string][] {
  if (isBulk(instruction)) return totalsOf([instruction]);
  const { amount, currency } = instruction.instructedAmount;
  return [[currency, amount]];
}
