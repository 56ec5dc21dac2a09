import type {
  PartyAccount,
  PostingDetails,
  Transfer,
  TransferCredit,
} from '@nordgate/contracts/events';
import { defined } from '@nordgate/decider';
import { feeText } from '../domain/journal.js';
import type { OpenAccount } from '../domain/account.js';

/** The debtor of a transfer, as statements show it. */
export interface ShownDebtor {
  readonly account: OpenAccount;
  readonly name?: string;
}

/**
 * What the statements of the debtor and of a creditor at this bank say of one credit. Source: the members
 * of the instruction (specification section 2.2), as the known history has them.
 */
export function detailsOf(
  { service, product }: Transfer,
  { instruction }: TransferCredit,
  debtor: ShownDebtor,
  isToThisBank: boolean,
): { readonly ofDebit: PostingDetails; readonly ofCredit: PostingDetails } {
  const { creditorName, creditorAccount, creditorAgent, ultimateCreditor, purposeCode } =
    instruction;
  const shared = defined({
    creditorName,
    creditorAccount,
    creditorAgent,
    ultimateCreditor,
    purposeCode,
    ...debtorDetails(debtor),
    ultimateDebtor: instruction.ultimateDebtor,
    endToEndId: instruction.endToEndIdentification,
    remittanceInformationUnstructured: instruction.remittanceInformationUnstructured,
    remittanceInformationStructured: instruction.remittanceInformationStructured,
    remittanceInformationStructuredArray: instruction.remittanceInformationStructuredArray,
  });
  const isStanding = service === 'periodic-payments';
  const issued = issuedCode(product, {
    isSalary: purposeCode === 'SALA',
    isStanding,
    isToThisBank,
  });
  const received = purposeCode === 'SALA' ? 'SALA' : 'BOOK';
  const family = product.startsWith(instantPrefix) ? 'RRCT' : 'RCDT';
  return {
    ofDebit: { ...shared, bankTransactionCode: issued },
    ofCredit: { ...shared, bankTransactionCode: `PMNT-${family}-${received}` },
  };
}

/** What the statement says of the one debit of a bulk. */
export function batchDetails(
  { product }: Transfer,
  debtor: ShownDebtor,
  credits: number,
): PostingDetails {
  const kind = { isSalary: false, isStanding: false, isToThisBank: false };
  return {
    batchIndicator: true,
    batchNumberOfTransactions: credits,
    ...debtorDetails(debtor),
    bankTransactionCode: issuedCode(product, kind),
  };
}

/** What the statement says of the fee of a transfer. A fee for one payment has the reference of that payment. */
export function feeDetails(
  product: string,
  debtor: ShownDebtor,
  [first, ...others]: readonly { readonly details: PostingDetails }[],
): PostingDetails {
  const endToEndId = others.length === 0 ? first?.details.endToEndId : undefined;
  return {
    ...debtorDetails(debtor),
    ...defined({ endToEndId }),
    remittanceInformationUnstructured: feeText,
    bankTransactionCode: `PMNT-${product.startsWith(instantPrefix) ? 'IRCT' : 'ICDT'}-CHRG`,
  };
}

function debtorDetails({ account: { bban, iban }, name }: ShownDebtor) {
  const debtorAccount: PartyAccount = { iban, bban };
  return { debtorAccount, ...defined({ debtorName: name }) };
}

const instantPrefix = 'instant-';

interface Kind {
  readonly isSalary: boolean;
  readonly isStanding: boolean;
  readonly isToThisBank: boolean;
}

/** Source: ISO 20022 external code set of bank transaction codes, domain PMNT. */
function issuedCode(product: string, { isSalary, isStanding, isToThisBank }: Kind): string {
  const family = product.startsWith(instantPrefix) ? 'IRCT' : 'ICDT';
  if (isSalary) return `PMNT-${family}-SALA`;
  if (isStanding) return `PMNT-${family}-STDO`;
  if (isToThisBank) return `PMNT-${family}-BOOK`;
  if (product.startsWith('sepa-')) return `PMNT-${family}-ESCT`;
  return `PMNT-${family}-${product.startsWith('cross-border-') ? 'XBCT' : 'DMCT'}`;
}
