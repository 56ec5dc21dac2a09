import type { OperatorRole } from '@nordgate/contracts/commands';
import type { OperationTerms } from '@nordgate/contracts/profile';

/** A person whose identity was verified, with the roles that the bank knows. */
export interface VerifiedPerson {
  readonly by: 'token' | 'certificate';
  readonly issuer: string;
  readonly id: string;
  readonly name: string;
  readonly roles: readonly OperatorRole[];
}

/** Nobody was verified; the reason is for the operator. */
export interface Unverified {
  readonly unverified: string;
}

/** The roles of a claim or of the units of a certificate, in the bank's own words. Others mean nothing. */
export function rolesOf(
  stated: unknown,
  { roles }: Pick<OperationTerms, 'roles'>,
): readonly OperatorRole[] {
  const names: readonly unknown[] = Array.isArray(stated) ? stated : [stated];
  return names.flatMap((name) => (typeof name === 'string' ? (roles.get(name) ?? []) : []));
}
