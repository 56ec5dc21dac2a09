import { formatFault } from '../interface/reading/fault.js';
import type { BodyFault } from '../interface/reading/fault.js';
import type { Partly } from '../interface/reading/rule.js';
import { Description, Optional } from '../base/fields/field.js';
import { ListOf } from '../base/fields/lists.js';
import { NestedList } from '../base/fields/nested.js';
import { OneOf, Pattern, Text, WholeNumber } from '../base/fields/values.js';
import { operatorRoles, secondPersonActs } from '../operations/operation-verbs.js';
import type { OperatorRole, SecondPersonAct } from '../operations/operation-verbs.js';
import { issuerForm, wordForm } from './sca-terms.js';

const rolesMax = 50;
/** One day. */
const minutesMax = 1440;

/** A role in the bank's own words. */
export class ProfileOperatorRole {
  @Text({ min: 1, max: 200 })
  @Description('The value of the role claim, or the organizational unit (OU) of the certificate.')
  name!: string;

  @OneOf(operatorRoles)
  @Description('What it means here: operator may do everything, fraud-desk holds and reveals.')
  role!: OperatorRole;
}

/** Who may act on the bank by hand, and how (docs/operations/audit.md). */
export class ProfileOperations {
  @Optional()
  @Pattern(issuerForm, 'profile.issuer')
  @Description(
    "The issuer of the operators' tokens. Its keys are mounted as operator-issuer.json. Without it only certificates identify operators.",
  )
  issuer?: string;

  @Optional()
  @Pattern(wordForm, 'profile.word')
  @Description("The audience of the operators' tokens. Required with issuer.")
  audience?: string;

  @Optional()
  @Pattern(wordForm, 'profile.word')
  @Description('The claim of the token with the roles: a text or a list of texts. Default roles.')
  roleClaim?: string;

  @Optional()
  @NestedList(ProfileOperatorRole, rolesMax)
  @Description("The bank's names of roles. Without it the roles have their names here.")
  roles?: ProfileOperatorRole[];

  @Optional()
  @ListOf(secondPersonActs)
  @Description(
    'Acts that a second person has to confirm: discard a parked message, cancel a payment, stop a TPP, reveal personal data, erase a customer. Without it none.',
  )
  secondPerson?: SecondPersonAct[];

  @Optional()
  @WholeNumber(1, minutesMax)
  @Description('Minutes within which a second person can confirm. Default 30.')
  confirmWithinMinutes?: number;
}

/** Tokens are for an audience, and an issuer without TLS is for a sandbox on this machine. */
export function operationFaults(
  { issuer, audience }: Partly<ProfileOperations>,
  environment: 'sandbox' | 'production' | undefined,
): BodyFault[] {
  const isPlain = environment === 'production' && issuer?.startsWith('http:') === true;
  const isForAll = issuer !== undefined && audience === undefined;
  return [
    ...(isForAll ? [formatFault(['operations', 'audience'], 'member.required')] : []),
    ...(isPlain ? [formatFault(['operations', 'issuer'], 'profile.issuer')] : []),
  ];
}

/** Who may act on the bank by hand, as its services read it. */
export interface OperationTerms {
  /** Absent where tokens identify nobody. */
  readonly tokens?: { readonly issuer: string; readonly audience: string };
  readonly roleClaim: string;
  /** The role by the bank's name of it. */
  readonly roles: ReadonlyMap<string, OperatorRole>;
  readonly secondPerson: readonly SecondPersonAct[];
  readonly confirmWithinMinutes: number;
}

const ownNames = operatorRoles.map((role) => ({ name: role, role }));

/** The terms of a profile. */
export function operationTermsOf({
  operations = {},
}: {
  readonly operations?: ProfileOperations;
}): OperationTerms {
  const { issuer, audience, roleClaim = 'roles', roles = ownNames } = operations;
  const { secondPerson = [], confirmWithinMinutes = 30 } = operations;
  return {
    ...(issuer !== undefined && audience !== undefined && { tokens: { issuer, audience } }),
    roleClaim,
    roles: new Map(roles.map(({ name, role }) => [name, role])),
    secondPerson,
    confirmWithinMinutes,
  };
}
