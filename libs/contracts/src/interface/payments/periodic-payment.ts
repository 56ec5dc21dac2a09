import { EXECUTION_RULES, FREQUENCIES } from '../../base/codes/payment-codes.js';
import type { ExecutionRule, Frequency } from '../../base/codes/payment-codes.js';
import { Optional } from '../../base/fields/field.js';
import { DistinctIntegers } from '../../base/fields/lists.js';
import { DateText, OneOf, Pattern } from '../../base/fields/values.js';
import { CreditTransfer } from './credit-transfer.js';

/** One or two digits (specification §2.2). */
const dayOfExecutionPattern = /^\d{1,2}$/u;

/** Body of POST /v1/periodic-payments/norwegian-domestic-credit-transfers (specification §2.2, §4.2). */
export class PeriodicPaymentInitiation extends CreditTransfer {
  @DateText()
  startDate!: string;

  @Optional()
  @OneOf(EXECUTION_RULES)
  executionRule?: ExecutionRule;

  @Optional()
  @DateText()
  endDate?: string;

  @OneOf(FREQUENCIES)
  frequency!: Frequency;

  /** With MonthlyVariable only. December needs the fix `months-of-execution-12`: a rule after the schema. */
  @Optional()
  @DistinctIntegers(1, 12)
  monthsOfExecution?: readonly number[];

  /** Day of the month; a shorter month takes its last day. */
  @Optional()
  @Pattern(dayOfExecutionPattern, 'dayOfExecution.form')
  dayOfExecution?: string;
}
