import type { Country } from '../codes/countries.js';
import type { ExecutionRule, Frequency, PurposeCode } from '../codes/payment-codes.js';
import type { RemittanceReference } from './posting.v1.js';
import type { Currency } from '../codes/currencies.js';

/** An amount as events and messages keep it (specification §2.3): exact, therefore a string. */
export interface Amount {
  /** A decimal above zero: at most 18 digits, at most 5 of them after the point. */
  readonly amount: string;
  readonly currency: Currency;
}

/** An account as events and messages keep it (specification §2.3): one of the two numbers, or both. */
export interface AccountReference {
  readonly bban?: string;
  readonly iban?: string;
  readonly currency: Currency;
}

// The storage format: an edit of a body of the interface changes nothing here. Never edit a type, add a version.

/** The payment services of the interface (specification 4.2, 4.4). */
export type PaymentService = 'payments' | 'periodic-payments' | 'bulk-payments';

/** The address of a creditor. */
export interface CreditorAddress {
  readonly street?: string;
  readonly buildingNumber?: string;
  readonly postalCode?: string;
  readonly townName?: string;
  readonly city?: string;
  readonly country: Country;
}

/** Who is to be paid how much and for what: a sub-payment of a bulk, and a part of every other instruction. */
export interface CreditInstruction {
  readonly instructedAmount: Amount;
  readonly creditorName: string;
  readonly creditorAccount: AccountReference;
  readonly creditorAddress?: CreditorAddress;
  /** The BIC of the creditor's bank. */
  readonly creditorAgent?: string;
  readonly creditorAgentName?: string;
  readonly ultimateDebtor?: string;
  readonly ultimateCreditor?: string;
  readonly remittanceInformationUnstructured?: string;
  readonly remittanceInformationStructured?: string;
  readonly remittanceInformationStructuredArray?: readonly RemittanceReference[];
  readonly purposeCode?: PurposeCode;
  readonly endToEndIdentification?: string;
  readonly instructionIdentification?: string;
}

interface DebitInstruction extends CreditInstruction {
  readonly debtorAccount: AccountReference;
}

interface SingleInstruction extends DebitInstruction {
  /** YYYY-MM-DD. Absent: as soon as possible after approval. */
  readonly requestedExecutionDate?: string;
}

interface ReportedInstruction extends SingleInstruction {
  readonly regulatoryReportingCode?: string;
  readonly regulatoryReportingInformation?: string;
  readonly regulatoryReportingAmount?: Amount;
}

/** A payment within Norway, by batch or instantly. */
export interface DomesticInstruction extends SingleInstruction {
  readonly chargeBearer?: 'SHAR' | 'SLEV';
}

/** A SEPA credit transfer. */
export interface SepaInstruction extends ReportedInstruction {
  readonly chargeBearer?: 'SLEV';
}

/** A cross-border credit transfer. */
export interface CrossBorderInstruction extends ReportedInstruction {
  readonly chargeBearer?: 'DEBT' | 'CRED' | 'SHAR';
  readonly serviceLevel?: 'URGP' | 'NURG';
}

/** A standing order: a payment that is made again and again. */
export interface PeriodicInstruction extends DebitInstruction {
  readonly startDate: string;
  readonly executionRule?: ExecutionRule;
  readonly endDate?: string;
  readonly frequency: Frequency;
  readonly monthsOfExecution?: readonly number[];
  readonly dayOfExecution?: string;
}

/** Many creditors paid from one account. */
export interface BulkInstruction {
  readonly debtorAccount: AccountReference;
  /** 1 to 500. */
  readonly payments: readonly CreditInstruction[];
  readonly batchBookingPreferred?: boolean;
  readonly paymentInformationId?: string;
  readonly requestedExecutionDate?: string;
}

/** One payment to one creditor. */
export type TransferInstruction =
  | DomesticInstruction
  | SepaInstruction
  | CrossBorderInstruction
  | PeriodicInstruction;

/** What the TPP asked for, validated: the JSON body as sent, without unknown fields. */
export type PaymentInstruction = TransferInstruction | BulkInstruction;

/** Whether an instruction is a bulk of sub-payments. */
export function isBulk(instruction: PaymentInstruction): instruction is BulkInstruction {
  return 'payments' in instruction;
}

/** Whether an instruction is executed again and again. */
export function isPeriodic(instruction: PaymentInstruction): instruction is PeriodicInstruction {
  return 'frequency' in instruction;
}
