import { pageFrom } from '../frame/page-template.loader.js';
import type { ContextsPart } from '../parts/contexts.part.js';
import type { NoticePart } from '../parts/notice.part.js';

/** The accounts and card accounts to pick from (specification 5.10). */
export interface AccountsPage extends ContextsPart, NoticePart {
  readonly tppName: string;
  /** The organizationIdentifier of the TPP. */
  readonly tppId: string;
  readonly customerName: string;
  readonly actsFor: string;
  readonly accounts: readonly {
    /** The name of the field in the form. */
    readonly field: 'account' | 'card';
    readonly id: string;
    readonly name: string;
    /** The account number, or the masked number of a card. */
    readonly number: string;
    readonly isTicked: boolean;
  }[];
  readonly choose: string;
  readonly refuse: string;
  readonly csrf: string;
  readonly contextKey: string;
  readonly minutesLeft: number;
}

export const renderAccounts = pageFrom<AccountsPage>(new URL('./accounts.eta', import.meta.url));
