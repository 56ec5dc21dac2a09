import 'reflect-metadata';
import {
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  SubjectAlternativeNameExtension,
} from '@peculiar/x509';
import type { IssuedPem, Validity } from './issue.js';
import { issueLeaf } from './local-authority.js';

/** A server of this machine, whose certificate a local authority issues. */
export interface ServerCertificateRequest extends Validity {
  readonly authority: IssuedPem;
  /** The common name. */
  readonly name: string;
}

/** Makes the certificate of a server at the loopback interface (extendedKeyUsage serverAuth). */
export function issueServerCertificate({
  name,
  ...request
}: ServerCertificateRequest): Promise<IssuedPem> {
  return issueLeaf({
    ...request,
    subject: [{ CN: [name] }],
    extensions: [
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        { type: 'ip', value: '127.0.0.1' },
        { type: 'dns', value: 'localhost' },
      ]),
    ],
  });
}
