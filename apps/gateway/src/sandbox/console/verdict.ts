import type { RefusalVerdict } from '@nordgate/contracts/queries';
import type { CertificateCache, SignatureRefusal } from '@nordgate/signature';
import { ADVICE, explainRequest } from '@nordgate/signature/explain';
import type { RequestDump } from '@nordgate/signature/explain';
import type { ReportedFault } from '../../reply/tpp-messages.js';
import { maskedSigningString } from './kept-request.js';

/** Explanations per second: the search for a mistake hashes hundreds of strings. */
const explanationsMax = 5;

/**
 * Explains refused signatures as `nordgate-tpp explain` does. Above a number per second an explanation
 * has the advice only, because strangers can send as many wrong signatures as they like.
 */
export class Verdicts {
  private second = 0;
  private explained = 0;

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /** `trust` has the CAs with which the request was refused. */
  of(
    refusal: Pick<SignatureRefusal, 'reason' | 'text'>,
    dump: RequestDump,
    { trust, now }: { readonly trust: CertificateCache; readonly now: Date },
  ): RefusalVerdict {
    const { reason, text } = refusal;
    const plain = { reason, text, advice: ADVICE[reason], mistake: null, signingString: null };
    if (!this.hasTime()) return plain;
    const { mistake = null, signingString } = explainRequest(dump, { trust, now });
    return {
      ...plain,
      mistake,
      signingString: signingString === undefined ? null : readable(signingString),
    };
  }

  private hasTime(): boolean {
    const second = Math.floor(this.nowMs() / 1000);
    if (second !== this.second) [this.second, this.explained] = [second, 0];
    this.explained += 1;
    return this.explained <= explanationsMax;
  }
}

/** Whether the fault is one of the signature check, which can be explained. */
export function isOfSignature(
  reported: ReportedFault,
): reported is Extract<ReportedFault, { readonly refused: unknown }> {
  return 'refused' in reported;
}

/** Header bytes are Latin-1 in Node, and developers mean UTF-8. */
const readable = (text: string): string =>
  maskedSigningString(Buffer.from(text, 'latin1').toString('utf8'));
