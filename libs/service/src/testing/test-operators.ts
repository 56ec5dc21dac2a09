import { createPrivateKey, X509Certificate } from 'node:crypto';
import { issueLocalAuthority, issueOperatorCertificate } from '@nordgate/signature/issue';
import type { IssuedPem } from '@nordgate/signature/issue';
import type { PersonCertificate } from '../operations/people/person-proofs.js';

/** An authority of operators, and certificates of two of them. */
export interface TestOperators {
  readonly authority: IssuedPem;
  readonly authorities: { readonly value: readonly string[] };
  person(name: string): PersonCertificate;
}

/** Certificates that are valid for an hour around `at`. */
export async function testOperators(at: Date = new Date()): Promise<TestOperators> {
  const hourMs = 3_600_000;
  const validity = {
    validFrom: new Date(at.getTime() - hourMs),
    validTo: new Date(at.getTime() + hourMs),
  };
  const authority = await issueLocalAuthority({ name: 'Operators', ...validity });
  const names = ['kari', 'ola'];
  const issued = await Promise.all(
    names.map((name) =>
      issueOperatorCertificate({ authority, name, role: 'operator', ...validity }),
    ),
  );
  const people = new Map(names.map((name, i) => [name, certificateOf(issued[i] as IssuedPem)]));
  return {
    authority,
    authorities: { value: [authority.certificate] },
    person(name) {
      const found = people.get(name);
      if (found === undefined) throw new Error(`there is no ${name}`);
      return found;
    },
  };
}

/** An issued certificate as the operator's command has it. */
export function certificateOf({ certificate, key }: IssuedPem): PersonCertificate {
  return { chain: [new X509Certificate(certificate)], key: createPrivateKey(key) };
}
