import { findProduct } from '@nordgate/contracts/http';
import type { PaymentService } from '@nordgate/contracts/events';
import { executionTermsOf } from '@nordgate/contracts/profile';
import type { BankProfile } from '@nordgate/contracts/profile';

/** What the bank decides about the days of orders. */
export interface OrderTerms {
  /** Without it the runs leave periodic payments out (specification §1, sandbox). */
  readonly executesPeriodic: boolean;
  /** From when on, HH:MM in Oslo, an order of this product counts as received a day later. */
  readonly cutOffOf: (product: string) => string | undefined;
  /** Whether orders of this product are executed at once. */
  readonly isInstant: (service: PaymentService, product: string) => boolean;
  /** Orders of payments that were initiated before this moment are noted at once, for an upgrade. ISO 8601. */
  readonly atOnceUntil?: string | undefined;
}

/** Nest injection token of the {@link OrderTerms}. */
export const ORDER_TERMS = 'nordgate.order-terms';

/** The terms of a bank with this profile. */
export function orderTermsOf(
  profile: Pick<BankProfile, 'environment' | 'execution' | 'products'>,
): OrderTerms {
  return {
    executesPeriodic: executionTermsOf(profile).executesPeriodic,
    cutOffOf: (product) => profile.products.find(({ name }) => name === product)?.cutOff,
    isInstant: (service, product) => findProduct(service, product)?.product.execution === 'instant',
  };
}
