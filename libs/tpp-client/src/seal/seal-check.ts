import {
  checkAnswer,
  signingCertificate,
  buildPath,
  createTrustStore,
  decodePemBundle,
  isRefusal,
  organizationIdentifiersOf,
  parseCertificate,
} from '@nordgate/signature';
import type { AnswerFault, Certificate } from '@nordgate/signature';
import type { TppAnswer } from '../answer.js';

/** The fault of an answer's seal, or of the certificate for the check. */
export interface SealFault {
  readonly reason: AnswerFault['reason'] | 'seal-not-published' | 'seal-of-another';
  /** The header with the fault. */
  readonly path?: string;
  readonly text: string;
}

/** The answer's seal is missing or does not hold. The content must not be used. */
export class AnswerNotTrustedError extends Error {
  override readonly name = 'AnswerNotTrustedError';
  readonly reason: SealFault['reason'];
  readonly path: string | undefined;

  constructor(
    fault: SealFault,
    /** For a log only. */
    readonly answer: TppAnswer,
  ) {
    super(fault.path === undefined ? fault.text : `${fault.path}: ${fault.text}`);
    this.reason = fault.reason;
    this.path = fault.path;
  }
}

/** The trusted seal: one certificate (PEM), or the certificate that the bank publishes. */
export type SealTrust = { readonly certificate: string } | SealAuthority;

/** The request of an answer, which the seal covers. */
interface RequestOfAnswer {
  readonly method: string;
  readonly requestId: string | undefined;
}

/** Checks the seals of answers with a given certificate, or with the published one. */
export class SealCheck {
  private known: Certificate | undefined;

  constructor(
    private readonly trust: SealTrust,
    private readonly fetchSeal: () => Promise<TppAnswer>,
    private readonly now: () => Date = () => new Date(),
  ) {
    if ('certificate' in trust) this.known = signingCertificate(trust.certificate);
  }

  /** Resolves when the answer's seal holds. @throws AnswerNotTrustedError otherwise */
  async check(answer: TppAnswer, asked: RequestOfAnswer): Promise<void> {
    const { known, trust } = this;
    let fault = known && this.faultOf(answer, asked, known);
    // No certificate is known yet, or the bank may have renewed its own: it is fetched once.
    if (!('certificate' in trust) && (known === undefined || (fault && isRenewed(fault)))) {
      fault = this.faultOf(answer, asked, await this.published(answer, trust));
    }
    if (fault !== undefined) throw new AnswerNotTrustedError(fault, answer);
  }

  private faultOf(
    { headers, bytes }: TppAnswer,
    { method, requestId }: RequestOfAnswer,
    certificate: Certificate,
  ): AnswerFault | undefined {
    const rawHeaders = Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().flatMap((one) => [name, one]),
    );
    return checkAnswer({
      rawHeaders,
      body: method === 'HEAD' ? undefined : bytes,
      now: this.now(),
      certificate,
      ...(requestId !== undefined && { requestId }),
    });
  }

  private async published(answer: TppAnswer, trust: SealAuthority): Promise<Certificate> {
    const found = trustPublished(await this.fetchSeal(), trust, this.now());
    if ('reason' in found) throw new AnswerNotTrustedError(found, answer);
    this.known = found;
    return found;
  }
}

function isRenewed({ reason }: AnswerFault): boolean {
  return reason === 'key-id-serial-mismatch' || reason === 'key-id-issuer-mismatch';
}

/** The trusted issuers and owner of a published certificate. */
export interface SealAuthority {
  /** PEM of the CAs that may have issued the seal. */
  readonly authorities: readonly string[];
  /** The bank's id, such as `PSDNO-FSA-900000002`, as the same CAs issue seals to others. */
  readonly organizationIdentifier: string;
}

/**
 * Reads the certificate that a bank publishes and checks its path to a trusted authority.
 *
 * @returns the certificate, or its fault
 */
function trustPublished(
  answer: Pick<TppAnswer, 'status' | 'text'>,
  { authorities, organizationIdentifier }: SealAuthority,
  now: Date,
): Certificate | SealFault {
  const chain = answer.status === 200 ? decodePemBundle(answer.text)?.map(parseCertificate) : [];
  const [leaf, ...issuers] = chain ?? [];
  if (leaf === undefined || issuers.includes(undefined)) return notPublished;
  // A root in the published chain is not trusted: only the caller's authorities end a path.
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
