import type { CreditorInstruction } from '../credit-transfer.js';
import { type Finding, formatError } from '../finding.js';
import type { BodyPath } from '../json-pointer.js';
import type { Partly } from './partly.js';

const ways = [
  'remittanceInformationUnstructured',
  'remittanceInformationStructured',
  'remittanceInformationStructuredArray',
] as const;

/** A payment says what it is for in one way: free text or references, which exclude each other. */
export function remittanceFindings(body: Partly<CreditorInstruction>, at: BodyPath): Finding[] {
  const [, ...others] = ways.filter((way) => body[way] !== undefined);
  return others.map((way) => formatError([...at, way], 'remittance.oneWay'));
}
