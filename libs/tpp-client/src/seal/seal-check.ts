import {
  certificatesIn,
  checkAnswer,
  buildPath,
  createTrustStore,
  decodePemBundle,
  isRefusal,
  organizationIdentifiersOf,
  parseCertificate,
} from '@nordgate/signature';
import type { AnswerFault, Certificate, TrustStore } from '@nordgate/signature';
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

/** A refusal without a seal. The bank seals no answer to a request that it cannot verify. */
export function unsealedRefusal(error: unknown): TppAnswer | undefined {
  if (!(error instanceof AnswerNotTrustedError)) return undefined;
  const { status, headers } = error.answer;
  return status >= 400 && headers['signature'] === undefined ? error.answer : undefined;
}

/** The trusted seal: its certificates (PEM), or the certificates that the bank publishes. */
export type SealTrust = { readonly certificate: string } | SealAuthority;

/** The request of an answer, which the seal covers. */
interface RequestOfAnswer {
  readonly method: string;
  readonly requestId: string | undefined;
}

/** Checks the seals of answers with given certificates, or with the published ones. */
export class SealCheck {
  /** More than one while the bank changes its seal. */
  private known: readonly Certificate[] = [];

  constructor(
    private readonly trust: SealTrust,
    private readonly fetchSeal: () => Promise<TppAnswer>,
    private readonly now: () => Date = () => new Date(),
  ) {
    if ('certificate' in trust) this.known = certificatesIn(trust.certificate);
  }

  /** Resolves when the answer's seal holds. @throws AnswerNotTrustedError otherwise */
  async check(answer: TppAnswer, asked: RequestOfAnswer): Promise<void> {
    const { known, trust } = this;
    let fault = this.faultOf(answer, asked, known);
    // No certificate is known yet, or the bank may have renewed its own: it is fetched once.
    if (!('certificate' in trust) && (fault === 'no-certificate' || isRenewed(fault))) {
      fault = this.faultOf(answer, asked, await this.published(answer, trust));
    }
    if (fault === 'no-certificate') throw new AnswerNotTrustedError(notPublished, answer);
    if (fault !== undefined) throw new AnswerNotTrustedError(fault, answer);
  }

  /** The fault by the certificate that the answer names; by the last one when it names none of them. */
  private faultOf(
    { headers, bytes }: TppAnswer,
    { method, requestId }: RequestOfAnswer,
    certificates: readonly Certificate[],
  ): AnswerFault | 'no-certificate' | undefined {
    const rawHeaders = Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().flatMap((one) => [name, one]),
    );
    let fault: AnswerFault | 'no-certificate' | undefined = 'no-certificate';
    for (const certificate of certificates) {
      fault = checkAnswer({
        rawHeaders,
        body: method === 'HEAD' ? undefined : bytes,
        now: this.now(),
        certificate,
        ...(requestId !== undefined && { requestId }),
      });
      if (!isRenewed(fault)) return fault;
    }
    return fault;
  }

  private async published(
    answer: TppAnswer,
    trust: SealAuthority,
  ): Promise<readonly Certificate[]> {
    const found = trustPublished(await this.fetchSeal(), trust, this.now());
    if ('reason' in found) throw new AnswerNotTrustedError(found, answer);
    this.known = found;
    return found;
  }
}

function isRenewed(fault: AnswerFault | 'no-certificate' | undefined): boolean {
  if (fault === undefined || fault === 'no-certificate') return false;
  return fault.reason === 'key-id-serial-mismatch' || fault.reason === 'key-id-issuer-mismatch';
}

/** The trusted issuers and owner of a published certificate. */
export interface SealAuthority {
  /** PEM of the CAs that may have issued the seal. */
  readonly authorities: readonly string[];
  /** The bank's id, such as `PSDNO-FSA-900000002`, as the same CAs issue seals to others. */
  readonly organizationIdentifier: string;
}

/**
 * Reads the seals that a bank publishes and checks the path of each to a trusted authority: one, or several
 * while the bank changes its seal.
 *
 * @returns the trusted certificates; the fault of the first when none can be trusted
 */
function trustPublished(
  answer: Pick<TppAnswer, 'status' | 'text'>,
  authority: SealAuthority,
  now: Date,
): readonly Certificate[] | SealFault {
  const chain = answer.status === 200 ? decodePemBundle(answer.text)?.map(parseCertificate) : [];
  const all = (chain ?? []).filter((one) => one !== undefined);
  const [first, ...rest] = all;
  if (first === undefined || all.length !== chain?.length) return notPublished;
  // A root in the published chain is not trusted: only the caller's authorities end a path.
  const between = rest.filter(({ issuerDer, subjectDer }) => issuerDer !== subjectDer);
  const store = createTrustStore({
    anchors: authority.authorities,
    certificates: between.map(({ der }) => der),
  });
  const fault = faultOfSeal(first, store, authority, now);
  const others = rest.filter(
    (one) => !one.isCa && faultOfSeal(one, store, authority, now) === undefined,
  );
  const trusted = fault === undefined ? [first, ...others] : others;
  return fault !== undefined && trusted.length === 0 ? fault : trusted;
}

function faultOfSeal(
  seal: Certificate,
  store: TrustStore,
  { organizationIdentifier }: SealAuthority,
  now: Date,
): SealFault | undefined {
  const path = buildPath(seal, store, now, 'any-strong');
  if (isRefusal(path)) return { reason: path.reason, text: `The bank's seal: ${path.text}` };
  const ids = organizationIdentifiersOf(seal);
  if (ids.length === 1 && ids[0] === organizationIdentifier) return undefined;
  return {
    reason: 'seal-of-another',
    text: `The seal is that of ${ids.join(', ') || 'nobody'}, not of ${organizationIdentifier}.`,
  };
}

const notPublished: SealFault = {
  reason: 'seal-not-published',
  text: 'The bank publishes no certificate to check its answers with.',
};
