import type { BodyPath } from '../../json/json-value.js';
import { isKid } from '../../rules/kid.js';
import type { CreditorInstruction, StructuredRemittance } from '../bodies/credit-transfer.js';
import type { Address } from '../bodies/creditor.js';
import { formatFault } from '../fault.js';
import type { BodyFault } from '../fault.js';
import { domesticAccountFaults } from './accounts.js';
import { minorUnitFaults } from './amounts.js';
import type { Partly } from './rule.js';

type Instruction = Partly<CreditorInstruction>;

/** Rules of every instruction, for creditors at any bank. */
export function instructionFaults(body: Instruction, at: BodyPath = []): BodyFault[] {
  return [
    ...minorUnitFaults(body.instructedAmount, [...at, 'instructedAmount']),
    ...remittanceFaults(body, at),
  ];
}

/** Rules of an instruction whose creditor has an account at a Norwegian bank. */
export function domesticInstructionFaults(body: Instruction, at: BodyPath = []): BodyFault[] {
  return [
    ...instructionFaults(body, at),
    ...domesticAccountFaults(body.creditorAccount, [...at, 'creditorAccount']),
    ...kidFaults(body, at),
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

const ways = [
  'remittanceInformationUnstructured',
  'remittanceInformationStructured',
  'remittanceInformationStructuredArray',
] as const;

/** Remittance information stands in one member: free text and references exclude each other. */
export function remittanceFaults(body: Partly<CreditorInstruction>, at: BodyPath): BodyFault[] {
  const [, ...others] = ways.filter((way) => body[way] !== undefined);
  return others.map((way) => formatFault([...at, way], 'remittance.oneWay'));
}

/** The reference types of a payment within Norway: a KID, or the number of an invoice. */
const referenceTypes = ['SCOR', 'CINV'];

/** Structured references of a payment within Norway: KIDs are checked, invoice numbers are not. */
export function kidFaults(body: Partly<CreditorInstruction>, at: BodyPath): BodyFault[] {
  const { remittanceInformationStructured: single } = body;
  const name = 'remittanceInformationStructuredArray';
  const list = body[name] ?? [];
  return [
    ...(single === undefined || isKid(single)
      ? []
      : [formatFault([...at, 'remittanceInformationStructured'], 'kid.invalid')]),
    ...list.flatMap((one, index) => referenceFaults(one, [...at, name, index])),
  ];
}

function referenceFaults(one: Partly<StructuredRemittance> | undefined, at: BodyPath): BodyFault[] {
  if (one?.reference === undefined) return [];
  const { reference, referenceType = 'SCOR' } = one;
  if (!referenceTypes.includes(referenceType)) {
    const allowed = referenceTypes.join(', ');
    return [formatFault([...at, 'referenceType'], 'choice.oneOf', { allowed })];
  }
  const isWrong = referenceType === 'SCOR' && !isKid(reference);
  return isWrong ? [formatFault([...at, 'reference'], 'kid.invalid')] : [];
}

/** A warning about `city`, which townName replaces (specification §9). */
export function deprecatedCityFaults(
  address: Partly<Address> | undefined,
  at: BodyPath,
): BodyFault[] {
  return address?.city === undefined ? [] : [formatFault([...at, 'city'], 'city.deprecated')];
}
