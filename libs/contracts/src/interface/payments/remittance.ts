import type { BodyPath } from '../../base/json/json-value.js';
import { bbanOf } from '../../base/rules/account-numbers.js';
import {
  isKid,
  claimsCreditorReference,
  isCreditorReference,
} from '../../base/rules/payment-references.js';
import type { CreditorInstruction, StructuredRemittance } from './credit-transfer.js';
import { formatFault } from '../reading/fault.js';
import type { BodyFault } from '../reading/fault.js';
import type { BodyContext, Partly } from '../reading/rule.js';

type Instruction = Partly<CreditorInstruction>;
type KidAccounts = Pick<BodyContext, 'kidAccounts'>;

const ways = [
  'remittanceInformationUnstructured',
  'remittanceInformationStructured',
  'remittanceInformationStructuredArray',
] as const;

/** Remittance information stands in one member: free text and references exclude each other. */
export function remittanceFaults(body: Instruction, at: BodyPath): BodyFault[] {
  const [, ...others] = ways.filter((way) => body[way] !== undefined);
  return others.map((way) => formatFault([...at, way], 'remittance.oneWay'));
}

/** References to a creditor at a Norwegian bank: invoice numbers are not checked, all others are. */
export function domesticReferenceFaults(
  body: Instruction,
  at: BodyPath,
  context: KidAccounts,
): BodyFault[] {
  return [
    ...(body.remittanceInformationStructuredArray ?? []).flatMap((one, index) =>
      typeFaults(one, [...at, 'remittanceInformationStructuredArray', index]),
    ),
    ...norwegianReferenceFaults(body, at, context, bbanOf(body.creditorAccount ?? {})),
  ];
}

/** The same for a creditor anywhere: references are checked when the IBAN is Norwegian. */
export function foreignReferenceFaults(
  body: Instruction,
  at: BodyPath,
  context: KidAccounts,
): BodyFault[] {
  const account = bbanOf({ iban: body.creditorAccount?.iban ?? '' });
  return account === undefined ? [] : norwegianReferenceFaults(body, at, context, account);
}

/** The reference types of a payment within Norway: a KID or RF reference, or the number of an invoice. */
const referenceTypes = ['SCOR', 'CINV'];

function typeFaults(one: Partly<StructuredRemittance> | undefined, at: BodyPath): BodyFault[] {
  const { referenceType = 'SCOR' } = one ?? {};
  if (referenceTypes.includes(referenceType)) return [];
  const allowed = referenceTypes.join(', ');
  return [formatFault([...at, 'referenceType'], 'choice.oneOf', { allowed })];
}

/** A structured reference with its place. */
interface Reference {
  readonly at: BodyPath;
  readonly text: string;
}

function norwegianReferenceFaults(
  body: Instruction,
  at: BodyPath,
  { kidAccounts }: KidAccounts,
  account: string | undefined,
): BodyFault[] {
  const references = referencesOf(body, at);
  const hasKid = references.some(({ text }) => !claimsCreditorReference(text));
  const isMissing = !hasKid && account !== undefined && kidAccounts.includes(account);
  return [
    ...references.flatMap(referenceFaults),
    ...(isMissing ? [kidMissing([...at, 'remittanceInformationStructuredArray'])] : []),
  ];
}

/** The references that are KIDs or RF references: those of type SCOR, and those without a type. */
function referencesOf(body: Instruction, at: BodyPath): Reference[] {
  const [, single, list] = ways;
  const texts: Reference[] = (body[list] ?? []).flatMap((one, index) =>
    one?.reference === undefined || (one.referenceType ?? 'SCOR') !== 'SCOR'
      ? []
      : [{ at: [...at, list, index, 'reference'], text: one.reference }],
  );
  const text = body[single];
  return text === undefined ? texts : [{ at: [...at, single], text }, ...texts];
}

/** KID_INVALID for a wrong KID; an RF reference is no KID, and its faults are those of a format. */
function referenceFaults({ at, text }: Reference): BodyFault[] {
  if (claimsCreditorReference(text)) {
    return isCreditorReference(text) ? [] : [formatFault(at, 'reference.creditorReference')];
  }
  return isKid(text) ? [] : [{ at, code: 'KID_INVALID', rule: 'kid.invalid', params: {} }];
}

/** A malformed reference is not a missing one: the fault of any remittance member hides this fault. */
function kidMissing(at: BodyPath): BodyFault {
  const hiddenBy = ways.map((way) => [...at.slice(0, -1), way]);
  return { at, code: 'KID_MISSING', rule: 'kid.missing', params: {}, hiddenBy };
}
