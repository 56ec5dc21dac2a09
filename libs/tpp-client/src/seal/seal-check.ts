import { checkAnswer, signingCertificate } from '@nordgate/signature';
import type { AnswerFault, Certificate } from '@nordgate/signature';
import type { TppAnswer } from '../answer.js';
import { AnswerNotTrusted } from './answer-not-trusted.js';
import { trustPublished } from './published-seal.js';
import type { SealAuthority } from './published-seal.js';

/** Whose answers are taken: those of one certificate (PEM), or of what the bank publishes. */
export type SealTrust = { readonly certificate: string } | SealAuthority;

/** The request that an answer has to be to. */
export interface AskedRequest {
  readonly method: string;
  readonly requestId: string | undefined;
}

/** Checks the seals of answers with a given certificate, or with the one the bank publishes. */
export class SealCheck {
  private known: Certificate | undefined;

  constructor(
    private readonly trust: SealTrust,
    private readonly fetchSeal: () => Promise<TppAnswer>,
    private readonly now: () => Date = () => new Date(),
  ) {
    if ('certificate' in trust) this.known = signingCertificate(trust.certificate);
  }

  /** Resolves when the answer's seal holds. Throws AnswerNotTrusted. */
  async demand(answer: TppAnswer, asked: AskedRequest): Promise<void> {
    const { known, trust } = this;
    let fault = known && this.faultOf(answer, asked, known);
    // Nothing is known yet, or the bank may have another certificate since: it is fetched once.
    if (!('certificate' in trust) && (known === undefined || (fault && isRenewed(fault)))) {
      fault = this.faultOf(answer, asked, await this.published(answer, trust));
    }
    if (fault !== undefined) throw new AnswerNotTrusted(fault, answer);
  }

  private faultOf(
    { headers, octets }: TppAnswer,
    { method, requestId }: AskedRequest,
    certificate: Certificate,
  ): AnswerFault | undefined {
    const rawHeaders = Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().flatMap((one) => [name, one]),
    );
    return checkAnswer({
      rawHeaders,
      body: method === 'HEAD' ? undefined : octets,
      now: this.now(),
      certificate,
      ...(requestId === undefined ? {} : { requestId }),
    });
  }

  private async published(answer: TppAnswer, trust: SealAuthority): Promise<Certificate> {
    const found = trustPublished(await this.fetchSeal(), trust, this.now());
    if ('reason' in found) throw new AnswerNotTrusted(found, answer);
    this.known = found;
    return found;
  }
}

function isRenewed({ reason }: AnswerFault): boolean {
  return reason === 'key-id-serial-mismatch' || reason === 'key-id-issuer-mismatch';
}
