import { Optional, Description } from '../base/fields/field.js';
import { OneOf } from '../base/fields/values.js';

/**
 * Whether a PSU has to complete SCA again to have accounts read when the hour of the session is over:
 * `sca` for every read with the PSU (specification §5.13), `exempt` for reads older than 90 days only
 * (Commission Delegated Regulation (EU) 2018/389, Article 10a).
 */
export const READS_AFTER_SESSION = ['sca', 'exempt'] as const;

/** How TPPs read accounts, equal in all processes of the bank. */
export interface AccountTerms {
  readonly attendedReadsAfterSession: (typeof READS_AFTER_SESSION)[number];
  /** Questions about the funds of an account in 24 hours without the PSU, per TPP and PSU. */
  readonly fundsQuestionsWithoutPsu: number;
}

/** The terms of a profile without these members. */
export const defaultAccountTerms: AccountTerms = {
  attendedReadsAfterSession: 'sca',
  fundsQuestionsWithoutPsu: 20,
};

/** The terms of a profile. */
export function accountTermsOf({
  attendedReadsAfterSession = defaultAccountTerms.attendedReadsAfterSession,
  fundsQuestionsWithoutPsu = defaultAccountTerms.fundsQuestionsWithoutPsu,
}: Partial<AccountTerms>): AccountTerms {
  return { attendedReadsAfterSession, fundsQuestionsWithoutPsu };
}

/** Where the bank's balances and transactions are read. */
export class ProfileAccounts {
  @Optional()
  @OneOf(['copy', 'core'])
  @Description(
    'Where balances and transactions are read: in the copy that accounts keeps of them (the default), or in the core at each read. core needs execution.executor: core and CORE_READ_URL.',
  )
  read?: 'copy' | 'core';
}

/** Where a bank with this profile reads balances and transactions. */
export function readsOf({ accounts }: { readonly accounts?: ProfileAccounts }): 'copy' | 'core' {
  return accounts?.read ?? 'copy';
}
