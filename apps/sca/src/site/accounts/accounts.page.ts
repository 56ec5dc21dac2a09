import type { TextKey } from '../language/texts.js';
import type { ContextsPart } from '../parts/contexts.part.js';
import { pageFrom } from '../frame/page-template.loader.js';

/** The accounts to pick from (specification 5.10). */
export interface AccountsPage extends ContextsPart {
  readonly tppName: string;
  readonly customerName: string;
  readonly actsFor: string;
  readonly accounts: readonly {
    readonly id: string;
    readonly name: string;
    readonly number: string;
    readonly isTicked: boolean;
  }[];
  readonly notice?: { readonly key: TextKey; readonly left: string };
  readonly choose: string;
  readonly refuse: string;
  readonly csrf: string;
  readonly contextKey: string;
  readonly minutesLeft: number;
}

export const renderAccounts = pageFrom<AccountsPage>(new URL('./accounts.eta', import.meta.url));
