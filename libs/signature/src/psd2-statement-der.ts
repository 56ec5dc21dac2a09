import { AsnConvert } from '@peculiar/asn1-schema';
import {
  Psd2QcStatement,
  Psd2QcStatements,
  Psd2QcType,
  RoleOfPsp,
  RolesOfPsp,
} from './psd2-schema.js';
import { PSD2_STATEMENT, roleOid, type Psd2Role } from './qc-statements.js';

/** The authority that a PSD2 certificate names: its name in words and its id, such as `NO-FSA`. */
export interface Authority {
  readonly name: string;
  readonly id: string;
}

/** Writes the value of a QCStatements extension with these roles (ETSI TS 119 495), as DER. */
export function psd2StatementDer(roles: readonly Psd2Role[], authority: Authority): ArrayBuffer {
  const content = new Psd2QcType();
  content.rolesOfPsp = new RolesOfPsp(roles.map((role) => RoleOfPsp.of(roleOid(role), role)));
  content.nCAName = authority.name;
  content.nCAId = authority.id;
  const statement = new Psd2QcStatement();
  statement.statementId = PSD2_STATEMENT;
  statement.statementInfo = content;
  return AsnConvert.serialize(new Psd2QcStatements([statement]));
}
