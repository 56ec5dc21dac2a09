import { PSD2_ROLES } from '@nordgate/signature';
import { certifyTppKey, issueTppSeal } from '@nordgate/signature/issue';
import type { Psd2Role } from '@nordgate/signature';
import type { IssuedPem } from '@nordgate/signature/issue';

const dayMs = 86_400_000;
const validDays = 90;

/** A certificate to make. */
export interface WantedCertificate {
  /** The CA of the sandbox. */
  readonly ca: IssuedPem;
  /** The TPP of the visit: nobody gets the certificate of another TPP. */
  readonly tpp: string;
  readonly roles: readonly Psd2Role[];
  /** A certificate request or a public key as PEM; empty for a new key pair. */
  readonly key: string;
  readonly now: Date;
}

/** The roles in a form; undefined when it has none, or one that is not among the TPP's own. */
export function rolesIn(
  sent: readonly string[],
  own: readonly string[],
): readonly Psd2Role[] | undefined {
  const roles = PSD2_ROLES.filter((role) => sent.includes(role));
  const isOwn = sent.every((role) => own.includes(role));
  return isOwn && roles.length > 0 ? roles : undefined;
}

/**
 * A test certificate, with its private key if the key pair was made for it. Undefined when the key cannot be
 * used: it is no RSA key of 2048 bits or more, or the request is not signed with it.
 */
export async function testCertificate({
  ca,
  tpp,
  roles,
  key,
  now,
}: WantedCertificate): Promise<Partial<IssuedPem> | undefined> {
  const request = {
    ca,
    roles,
    organizationIdentifier: tpp,
    // A clock that is a minute behind accepts the certificate, too.
    validFrom: new Date(now.getTime() - 60_000),
    validTo: new Date(now.getTime() + validDays * dayMs),
    commonName: `Test ${tpp}`,
    organisation: `Test ${tpp}`,
  };
  if (key.trim() === '') return issueTppSeal(request);
  const certificate = await certifyTppKey(request, key);
  return certificate === undefined ? undefined : { certificate };
}
