import type { CreditorInstruction } from '../credit-transfer.js';
import { type Finding, formatError } from '../finding.js';
import type { BodyPath } from '../json-pointer.js';
import { deprecatedCityFindings } from './deprecated-city.js';
import { domesticAccountFindings } from './domestic-account.js';
import { kidFindings } from './kid.js';
import { minorUnitFindings } from './minor-units.js';
import type { Partly } from './partly.js';
import { remittanceFindings } from './remittance.js';

type Instruction = Partly<CreditorInstruction>;

/** Rules of every instruction to pay somebody, wherever the creditor's bank is. */
export function instructionFindings(body: Instruction, at: BodyPath = []): Finding[] {
  return [
    ...minorUnitFindings(body.instructedAmount, [...at, 'instructedAmount']),
    ...remittanceFindings(body, at),
  ];
}

/** The same where the creditor's account is at a Norwegian bank too. */
export function domesticInstructionFindings(body: Instruction, at: BodyPath = []): Finding[] {
  return [
    ...instructionFindings(body, at),
    ...domesticAccountFindings(body.creditorAccount, [...at, 'creditorAccount']),
    ...kidFindings(body, at),
  ];
}

/** What is accepted in an instruction, but no longer wanted (specification §9). */
export function instructionWarnings(body: Instruction, at: BodyPath = []): Finding[] {
  return [
    ...deprecatedCityFindings(body.creditorAddress, [...at, 'creditorAddress']),
    ...(body.remittanceInformationStructured === undefined
      ? []
      : [formatError([...at, 'remittanceInformationStructured'], 'remittance.deprecated')]),
  ];
}
