import type { ScaMethodName } from '@nordgate/contracts/events';
import type { MethodOnPage } from '../challenge/sca-method.js';
import type { PageKind } from '../frame/page-kind.js';
import type { ApprovalSentences, proofActOf } from './approval-sentences.js';
import { pageFrom } from '../frame/page-template.loader.js';
import type { TextKey } from '../language/texts.js';
import type { NoticePart } from '../content/notice.part.js';
import type { Line } from '../content/creditor-lines.js';
import type { WhoPart } from '../content/who.part.js';
import type { PaymentRow } from './payment-rows.js';

/** What the PSU approves, and how. */
export interface ApprovalPage extends WhoPart, NoticePart, ApprovalSentences {
  readonly kind: PageKind;
  /** Why the code is asked for once more, beside its field. */
  readonly problem?: NoticePart['notice'];
  readonly payments: readonly PaymentsOnPage[];
  /** The accounts and card accounts that the proof gives access to, when the TPP asks for a consent. */
  readonly accounts?: readonly AccountOnPage[] | undefined;
  /** Those that the TPP may see now and that the PSU left out. */
  readonly removed?: readonly AccountOnPage[] | undefined;
  /** The hash of that choice. */
  readonly shown?: string | undefined;
  /** The address at which somebody else signs after the PSU; undefined for the second signer. */
  readonly passOn?: string | undefined;
  /** Who signed first, or that somebody has to sign after this PSU; absent for one signature. */
  readonly signers?: { readonly key: TextKey; readonly name: string } | undefined;
  /** The address of the TPP for a PSU who decides nothing; absent when no TPP waits. */
  readonly cancel?: string | undefined;
  /** The overview, when the PSU came from there. */
  readonly back?: string | undefined;
  readonly csrf: string;
  readonly contextKey: string;
  /** Absent when the PSU can approve nothing of what is shown. */
  readonly decision?: DecisionPart | undefined;
  /** The rules of the bank accept no method that the PSU has. */
  readonly isWithoutMethod?: boolean | undefined;
  /** The address of the TPP, with the reason, for a PSU without a method; absent when no TPP waits. */
  readonly leave?: string | undefined;
  /** The address of the only form when there is no decision: the way back. */
  readonly decline?: string | undefined;
}

/** One payment, or several that belong together. */
export interface PaymentsOnPage {
  /** Of one payment all that there is to say, of several what they have in common. */
  readonly lines: readonly Line[];
  /** Empty for one payment. */
  readonly rows: readonly PaymentRow[];
  /** Why approving does not pay any of them. */
  readonly mark?: string | undefined;
}

/** An account or card account of a consent. */
export interface AccountOnPage {
  readonly name: string;
  readonly number: string;
  /** The TPP may not see it now. */
  readonly isNew?: boolean;
}

/** How the PSU approves or refuses. */
interface DecisionPart {
  readonly approve: string;
  /** The text of the button, with the sum. */
  readonly submit: string;
  readonly refuse: string;
  /** What the proof does. */
  readonly act: ReturnType<typeof proofActOf>;
  /** The random name of this page. */
  readonly page: string;
  /** What the method needs on the page. */
  readonly proof: MethodOnPage;
  /**
   * The other methods that the PSU may pick. Their links name the shown context, except when accounts
   * were picked: naming a context starts that choice again.
   */
  readonly others: readonly ScaMethodName[];
  readonly until: string;
}

export const renderApproval = pageFrom<ApprovalPage>(new URL('./approval.eta', import.meta.url));
