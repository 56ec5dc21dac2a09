import type { AnswerFault } from '@nordgate/signature';
import type { TppAnswer } from '../answer.js';

/** Why an answer, or the certificate to check it with, is not taken for the bank's. */
export interface SealFault {
  readonly reason: AnswerFault['reason'] | 'seal-not-published' | 'seal-of-another';
  /** The header at fault. */
  readonly path?: string;
  readonly text: string;
}

/** The answer cannot be shown to be the bank's. What it says must not be acted upon. */
export class AnswerNotTrusted extends Error {
  override readonly name = 'AnswerNotTrusted';
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
