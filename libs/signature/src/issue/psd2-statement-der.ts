import {
  AsnArray,
  AsnConvert,
  AsnProp,
  AsnPropTypes,
  AsnType,
  AsnTypeTypes,
} from '@peculiar/asn1-schema';
import { PSD2_STATEMENT, roleOid, type Psd2Role } from '../certificate/qc-statements.js';

/** The authority that a PSD2 certificate names: its name in words and its id, such as `NO-FSA`. */
export interface Authority {
  readonly name: string;
  readonly id: string;
}

/** RoleOfPSP of ETSI TS 119 495 annex A: the identifier of a role and its name. */
class RoleOfPsp {
  @AsnProp({ type: AsnPropTypes.ObjectIdentifier })
  roleOfPspOid = '';

  @AsnProp({ type: AsnPropTypes.Utf8String })
  roleOfPspName = '';
}

@AsnType({ type: AsnTypeTypes.Sequence, itemType: RoleOfPsp })
class RolesOfPsp extends AsnArray<RoleOfPsp> {}

/** PSD2QcType, the content of statement 0.4.0.19495.2. */
class Psd2QcType {
  @AsnProp({ type: RolesOfPsp })
  rolesOfPsp = new RolesOfPsp();

  @AsnProp({ type: AsnPropTypes.Utf8String })
  nCAName = '';

  @AsnProp({ type: AsnPropTypes.Utf8String })
  nCAId = '';
}

/** QCStatement of RFC 3739 section 3.2.6 with this content. */
class Psd2QcStatement {
  @AsnProp({ type: AsnPropTypes.ObjectIdentifier })
  statementId = PSD2_STATEMENT;

  @AsnProp({ type: Psd2QcType })
  statementInfo = new Psd2QcType();
}

@AsnType({ type: AsnTypeTypes.Sequence, itemType: Psd2QcStatement })
class Psd2QcStatements extends AsnArray<Psd2QcStatement> {}

/**
 * Writes the value of a QCStatements extension whose only statement is the PSD2 one (ETSI TS 119 495
 * annex A).
 *
 * @param roles may be empty or repeated: tests need such certificates
 * @returns the DER
 */
export function psd2StatementDer(roles: readonly Psd2Role[], authority: Authority): ArrayBuffer {
  const statement = new Psd2QcStatement();
  const { statementInfo } = statement;
  statementInfo.rolesOfPsp = new RolesOfPsp(roles.map(asRoleOfPsp));
  statementInfo.nCAName = authority.name;
  statementInfo.nCAId = authority.id;
  return AsnConvert.serialize(new Psd2QcStatements([statement]));
}

function asRoleOfPsp(role: Psd2Role): RoleOfPsp {
  return Object.assign(new RoleOfPsp(), { roleOfPspOid: roleOid(role), roleOfPspName: role });
}
