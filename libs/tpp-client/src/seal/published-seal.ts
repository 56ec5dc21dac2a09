import {
  buildPath,
  createTrustStore,
  decodePemBundle,
  isRefusal,
  organizationIdentifiersOf,
  parseCertificate,
} from '@nordgate/signature';
import type { Certificate } from '@nordgate/signature';
import type { TppAnswer } from '../answer.js';
import type { SealFault } from './answer-not-trusted.js';

/** Whom a published certificate has to come from. */
export interface SealAuthority {
  /** PEM of the CAs that may have issued the seal. */
  readonly authorities: readonly string[];
  /** The bank's own, such as `PSDNO-FSA-900000002`: the same CAs issue seals to others. */
  readonly organizationIdentifier: string;
}

/**
 * Reads the certificate that a bank publishes and checks that an authority vouches for it.
 *
 * @returns the certificate, or why it is not taken
 */
export function trustPublished(
  answer: Pick<TppAnswer, 'status' | 'text'>,
  { authorities, organizationIdentifier }: SealAuthority,
  now: Date,
): Certificate | SealFault {
  const chain = answer.status === 200 ? decodePemBundle(answer.text)?.map(parseCertificate) : [];
  const [leaf, ...issuers] = chain ?? [];
  if (leaf === undefined || issuers.includes(undefined)) return notPublished;
  // A root in the chain is the bank's word only: what a path may end at is the caller's choice.
  const between = issuers.filter((one) => one !== undefined && one.issuerDer !== one.subjectDer);
  const store = createTrustStore({
    anchors: authorities,
    certificates: between.map((one) => one!.der),
  });
  const path = buildPath(leaf, store, now);
  if (isRefusal(path)) return { reason: path.reason, text: `The bank's seal: ${path.text}` };
  const ids = organizationIdentifiersOf(leaf);
  return ids.length === 1 && ids[0] === organizationIdentifier
    ? leaf
    : {
        reason: 'seal-of-another',
        text: `The seal is that of ${ids.join(', ') || 'nobody'}, not of ${organizationIdentifier}.`,
      };
}

const notPublished: SealFault = {
  reason: 'seal-not-published',
  text: 'The bank publishes no certificate to check its answers with.',
};
