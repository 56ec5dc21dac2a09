import 'reflect-metadata';
import { ExtendedKeyUsage, ExtendedKeyUsageExtension } from '@peculiar/x509';
import type { IssuedPem, Validity } from './issue.js';
import { issueLeaf } from './local-authority.js';

/** A person of the bank, whose certificate a local authority issues. */
export interface OperatorCertificateRequest extends Validity {
  readonly authority: IssuedPem;
  /** The common name. */
  readonly name: string;
  /** The organizational unit. */
  readonly role: string;
}

/** Makes the certificate of an operator, for clients of TLS (extendedKeyUsage clientAuth). */
export function issueOperatorCertificate({
  name,
  role,
  ...request
}: OperatorCertificateRequest): Promise<IssuedPem> {
  return issueLeaf({
    ...request,
    subject: [{ OU: [role] }, { CN: [name] }],
    extensions: [new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth])],
  });
}
