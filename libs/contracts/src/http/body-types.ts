import type { Finding } from './finding.js';
import type { BodyClass } from './object-schema.js';
import { PeriodicPaymentInitiation } from './periodic-payment-initiation.js';
import { creditTransferFindings, creditTransferWarnings } from './rules/credit-transfer-rules.js';
import { dayOfExecutionFindings } from './rules/day-of-execution.js';
import { executionDateFindings } from './rules/execution-date.js';
import { monthsOfExecutionFindings } from './rules/months-of-execution.js';
import type { Partly } from './rules/partly.js';
import { periodicDateFindings } from './rules/periodic-dates.js';
import type { BodyRule } from './rules/rule.js';
import { SigningBasketCreation } from './signing-basket-creation.js';
import { SinglePaymentInitiation } from './single-payment-initiation.js';

/** Bodies by name. A new body is one class, one line here and one entry below. */
export interface BodyTypes {
  SinglePaymentInitiation: SinglePaymentInitiation;
  PeriodicPaymentInitiation: PeriodicPaymentInitiation;
  SigningBasketCreation: SigningBasketCreation;
}

/** Name of a body. */
export type BodyTypeName = keyof BodyTypes;

/** How a body is described and judged: its class first, then the rules no schema can say. */
export interface BodyType<T> {
  readonly bodyClass: BodyClass & (new () => T);
  readonly faults: BodyRule<T>;
  readonly warnings: (body: Partly<T>) => Finding[];
}

/** Every body this library reads. */
export const BODY_TYPES: { readonly [Name in BodyTypeName]: BodyType<BodyTypes[Name]> } = {
  SinglePaymentInitiation: {
    bodyClass: SinglePaymentInitiation,
    faults: (body, { today }) => [
      ...creditTransferFindings(body),
      ...executionDateFindings(body.requestedExecutionDate, ['requestedExecutionDate'], today),
    ],
    warnings: creditTransferWarnings,
  },
  PeriodicPaymentInitiation: {
    bodyClass: PeriodicPaymentInitiation,
    faults: (body, { today, fixes }) => [
      ...creditTransferFindings(body),
      ...periodicDateFindings(body, today),
      ...monthsOfExecutionFindings(body, fixes),
      ...dayOfExecutionFindings(body),
    ],
    warnings: creditTransferWarnings,
  },
  SigningBasketCreation: {
    bodyClass: SigningBasketCreation,
    faults: () => [],
    warnings: () => [],
  },
};
