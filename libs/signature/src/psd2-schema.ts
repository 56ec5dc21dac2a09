import { AsnArray, AsnProp, AsnPropTypes, AsnType, AsnTypeTypes } from '@peculiar/asn1-schema';

/** RoleOfPSP of ETSI TS 119 495 annex A: the identifier of a role and its name. */
export class RoleOfPsp {
  @AsnProp({ type: AsnPropTypes.ObjectIdentifier })
  roleOfPspOid = '';

  @AsnProp({ type: AsnPropTypes.Utf8String })
  roleOfPspName = '';

  static of(oid: string, name: string): RoleOfPsp {
    return Object.assign(new RoleOfPsp(), { roleOfPspOid: oid, roleOfPspName: name });
  }
}

/** RolesOfPSP: a sequence of roles. */
@AsnType({ type: AsnTypeTypes.Sequence, itemType: RoleOfPsp })
export class RolesOfPsp extends AsnArray<RoleOfPsp> {}

/** PSD2QcType, the content of statement 0.4.0.19495.2; for writing certificates only. */
export class Psd2QcType {
  @AsnProp({ type: RolesOfPsp })
  rolesOfPsp = new RolesOfPsp();

  @AsnProp({ type: AsnPropTypes.Utf8String })
  nCAName = '';

  @AsnProp({ type: AsnPropTypes.Utf8String })
  nCAId = '';
}

/** QCStatement of RFC 3739 section 3.2.6 with this content. */
export class Psd2QcStatement {
  @AsnProp({ type: AsnPropTypes.ObjectIdentifier })
  statementId = '';

  @AsnProp({ type: Psd2QcType })
  statementInfo = new Psd2QcType();
}

/** QCStatements with nothing but the PSD2 statement. */
@AsnType({ type: AsnTypeTypes.Sequence, itemType: Psd2QcStatement })
export class Psd2QcStatements extends AsnArray<Psd2QcStatement> {}
