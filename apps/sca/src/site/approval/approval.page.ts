import type { ScaMethodName } from '@nordgate/contracts';
import type { MethodOnPage } from '../challenge/sca-method.js';
import type { Line } from './payment-lines.js';
import type { TextKey } from '../language/texts.js';
import type { ContextsPart } from '../parts/contexts.part.js';
import type { PageKind } from '../frame/page-kind.js';
import { pageFrom } from '../frame/page-template.loader.js';

/** Where two have to sign: who signed first, or that somebody has to after this PSU. */
export interface SignersPart {
  readonly signers?: { readonly key: TextKey; readonly name: string };
  /** Back without a decision, where the bank's own page has led here. */
  readonly back?: string;
}

/** What is to be approved, and how. */
export interface ApprovalPage extends ContextsPart, SignersPart {
  readonly kind: PageKind;
  readonly tppName: string;
  readonly customerName: string;
  readonly actsFor: string;
  readonly payments: readonly {
    /** Which one of several it is. */
    readonly heading?: string;
    readonly lines: readonly Line[];
    /** Why approving does not pay this one. */
    readonly mark?: TextKey;
  }[];
  /** The accounts that the code grants, when a consent is asked for. */
  readonly accounts?: readonly { readonly name: string; readonly number: string }[];
  /** Hash of those accounts. */
  readonly shown?: string;
  readonly notice?: { readonly key: TextKey; readonly left: string };
  readonly approve: string;
  readonly refuse: string;
  readonly csrf: string;
  readonly contextKey: string;
  /** How the PSU proves to approve. */
  readonly proof: MethodOnPage;
  /**
   * Other methods that the PSU may pick, in the context that is shown. Picked accounts stay in theirs:
   * naming it would begin the choice anew.
   */
  readonly others: readonly ScaMethodName[];
  readonly minutesLeft: number;
}

export const renderApproval = pageFrom<ApprovalPage>(new URL('./approval.eta', import.meta.url));
