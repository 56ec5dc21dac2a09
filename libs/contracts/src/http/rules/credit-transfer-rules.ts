import type { CreditTransfer } from '../credit-transfer.js';
import type { Finding } from '../finding.js';
import { deprecatedCityFindings } from './deprecated-city.js';
import { domesticAccountFindings } from './domestic-account.js';
import { minorUnitFindings } from './minor-units.js';
import type { Partly } from './partly.js';

/** Rules of every Norwegian domestic credit transfer. */
export function creditTransferFindings(body: Partly<CreditTransfer>): Finding[] {
  return [
    ...minorUnitFindings(body.instructedAmount, ['instructedAmount']),
    ...domesticAccountFindings(body.creditorAccount, ['creditorAccount']),
    ...domesticAccountFindings(body.debtorAccount, ['debtorAccount']),
  ];
}

/** What is accepted in a domestic credit transfer, but no longer wanted. */
export function creditTransferWarnings(body: Partly<CreditTransfer>): Finding[] {
  return deprecatedCityFindings(body.creditorAddress, ['creditorAddress']);
}
