import { isUtf8 } from 'node:buffer';
import { membersOf, oidOf, readDer, TAG, type DerValue } from '../base/der.js';

/** The PSD2 roles of ETSI TS 119 495 section 5.2.2, in the order of their identifiers. */
export const PSD2_ROLES = ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC'] as const;

/** Account servicing, payment initiation, account information, or card-based issuing. */
export type Psd2Role = (typeof PSD2_ROLES)[number];

/** The PSD2 statement of a certificate: the roles of its holder and the authority that granted them. */
export interface Psd2Statement {
  /** Each once, in the order of {@link PSD2_ROLES}; roles with unknown identifiers are dropped. */
  readonly roles: readonly Psd2Role[];
  readonly authorityName: string;
  readonly authorityId: string;
}

/** Object identifiers of the extension (RFC 3739) and of the PSD2 statement (ETSI TS 119 495). */
export const QC_STATEMENTS = '1.3.6.1.5.5.7.1.3';
export const PSD2_STATEMENT = '0.4.0.19495.2';

/** Object identifier of a role: 0.4.0.19495.1.1 to .4. */
export function roleOid(role: Psd2Role): string {
  return `0.4.0.19495.1.${PSD2_ROLES.indexOf(role) + 1}`;
}

const ROLE_BY_OID = new Map(PSD2_ROLES.map((role) => [roleOid(role), role]));

/**
 * Finds the PSD2 statement in the value of a QCStatements extension (ETSI TS 119 495 section 5.1).
 * Roles count by object identifier, never by name. Some issuers write the roles as one flat list of
 * identifiers and names instead of pairs; both forms are accepted.
 *
 * @param extension the DER of QCStatements, the content of the extension's OCTET STRING
 * @returns the statement; undefined when it is absent, repeated or malformed
 */
export function parsePsd2Statement(extension: Buffer): Psd2Statement | undefined {
  const statements = membersOf(readDer(extension), TAG.sequence);
  const found = statements
    ?.map((statement) => membersOf(statement, TAG.sequence) ?? [])
    .filter(([id]) => oidOf(id) === PSD2_STATEMENT);
  if (found?.length !== 1) return undefined;
  const [roleList, name, id] = membersOf(found[0]![1], TAG.sequence) ?? [];
  const listed = membersOf(roleList, TAG.sequence)?.map(roleIn);
  const authorityName = utf8Of(name);
  const authorityId = utf8Of(id);
  if (!listed || authorityName === undefined || authorityId === undefined) return undefined;
  return { roles: PSD2_ROLES.filter((role) => listed.includes(role)), authorityName, authorityId };
}

/** A pair of identifier and name gives its role; in a flat list, names give nothing. */
function roleIn(entry: DerValue): Psd2Role | undefined {
  const identifier = entry.tag === TAG.sequence ? membersOf(entry, TAG.sequence)?.[0] : entry;
  const oid = oidOf(identifier);
  return oid === undefined ? undefined : ROLE_BY_OID.get(oid);
}

function utf8Of(value: DerValue | undefined): string | undefined {
  if (value?.tag !== TAG.utf8String || !isUtf8(value.body)) return undefined;
  return value.body.toString('utf8');
}
