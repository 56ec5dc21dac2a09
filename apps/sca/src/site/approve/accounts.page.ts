import { pageFrom } from '../frame/page-template.loader.js';
import type { AccessPart } from './access-part.js';
import type { NoticePart } from '../content/notice.part.js';
import type { WhoPart } from '../content/who.part.js';

/** The accounts and card accounts to pick from (specification 5.10). */
export interface AccountsPage extends WhoPart, NoticePart, AccessPart {
  readonly kind: 'access';
  /** Whose accounts they are. */
  readonly owner: string;
  readonly accounts: readonly {
    /** The name of the field in the form. */
    readonly field: 'account' | 'card';
    readonly id: string;
    readonly name: string;
    /** The account number, or the masked number of a card. */
    readonly number: string;
    readonly isTicked: boolean;
    /** The TPP may see it now. */
    readonly isAsBefore: boolean;
  }[];
  readonly choose: string;
  /** The address of the form that ends the access instead, and what that changes. */
  readonly end: string;
  readonly endHint: string;
  readonly refuse: string;
  /** The address of the TPP for a PSU who decides nothing. */
  readonly cancel?: string | undefined;
  readonly csrf: string;
  readonly contextKey: string;
  /** The time until which the page can be used. */
  readonly until: string;
}

export const renderAccounts = pageFrom<AccountsPage>(new URL('./accounts.eta', import.meta.url));
