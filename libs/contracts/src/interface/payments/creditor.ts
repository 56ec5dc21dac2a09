import type { BodyPath } from '../../base/json/json-value.js';
import type { CreditorInstruction } from './credit-transfer.js';
import type { Address } from './address.js';
import { formatFault } from '../reading/fault.js';
import type { BodyFault } from '../reading/fault.js';
import { domesticAccountFaults } from './accounts.js';
import { minorUnitFaults } from './amounts.js';
import { domesticReferenceFaults, foreignReferenceFaults, remittanceFaults } from './remittance.js';
import type { BodyContext, Partly } from '../reading/rule.js';

type Instruction = Partly<CreditorInstruction>;

/** Rules of an instruction whose creditor may have an account at any bank. */
export function foreignInstructionFaults(
  body: Instruction,
  context: BodyContext,
  at: BodyPath = [],
): BodyFault[] {
  return [...instructionFaults(body, at), ...foreignReferenceFaults(body, at, context)];
}

/** Rules of an instruction whose creditor has an account at a Norwegian bank. */
export function domesticInstructionFaults(
  body: Instruction,
  context: BodyContext,
  at: BodyPath = [],
): BodyFault[] {
  return [
    ...instructionFaults(body, at),
    ...domesticAccountFaults(body.creditorAccount, [...at, 'creditorAccount']),
    ...domesticReferenceFaults(body, at, context),
  ];
}

function instructionFaults(body: Instruction, at: BodyPath): BodyFault[] {
  return [
    ...minorUnitFaults(body.instructedAmount, [...at, 'instructedAmount']),
    ...remittanceFaults(body, at),
  ];
}

/** Warnings about deprecated members of an instruction (specification §9). */
export function instructionWarnings(body: Instruction, at: BodyPath = []): BodyFault[] {
  return [
    ...deprecatedCityFaults(body.creditorAddress, [...at, 'creditorAddress']),
    ...(body.remittanceInformationStructured === undefined
      ? []
      : [formatFault([...at, 'remittanceInformationStructured'], 'remittance.deprecated')]),
  ];
}

/** A warning about `city`, which townName replaces (specification §9). */
export function deprecatedCityFaults(
  address: Partly<Address> | undefined,
  at: BodyPath,
): BodyFault[] {
  return address?.city === undefined ? [] : [formatFault([...at, 'city'], 'city.deprecated')];
}
