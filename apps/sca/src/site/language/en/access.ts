import type { AccessTextName } from '@nordgate/contracts/profile';

/**
 * What the site says about the access of a TPP, by the names of the bank profile. The sentences are neutral: who
 * asks, what the TPP may see, until when, and how to end it. A bank must not comment on the access of a TPP.
 */
export type AccessTexts = { readonly [Name in AccessTextName as `access.${Name}`]: string };

/** The English texts of the access of a TPP, by the names of the bank profile. */
export const access = {
  'access.asks': '{tpp} asks to see your accounts.',
  'access.asksFunds': '{tpp} asks to check whether an amount is available.',
  'access.asksContact': '{tpp} asks for confirmation that you are a customer here.',
  'access.title': 'Give {tpp} access to accounts',
  'access.titleFunds': 'Let {tpp} check whether an amount is available',
  'access.titleEnd': 'End the access of {tpp}',
  'access.reads': '{tpp} can see the name, number, balance and transactions of the accounts.',
  'access.funds': '{tpp} can ask whether an amount is available, and the answer is yes or no.',
  'access.until': 'The access lasts up to and including {date}.',
  'access.end': 'You can end the access at any time under "My apps and signatures".',
  'access.none': '{tpp} has no access now.',
  'access.live': '{tpp} has access now, up to and including {date}.',
  'access.liveFunds':
    '{tpp} can now only ask whether an amount is available, up to and including {date}.',
  'access.expired': '{tpp} has no access now. The last one lasted up to and including {date}.',
  'access.ended': '{tpp} has no access now. The last one was ended on {date}.',
  'access.elsewhere':
    '{tpp} also has access to accounts of {name}, up to and including {date}. That does not change here.',
  'access.elsewhereFunds':
    '{tpp} can also ask whether an amount is available in accounts of {name}, up to and including {date}. That does not change here.',
  'access.replaces': 'What you approve here takes the place of the access that {tpp} has now.',
  'access.refuseNone': 'If you refuse, {tpp} gets no access.',
  'access.refuseLive':
    'If you refuse, nothing changes: the access lasts up to and including {date}.',
  'access.endHint': 'If you end the access, {tpp} can no longer use it.',
  'access.contact': '{tpp} gets confirmation that you are a customer here.',
  'access.payments': 'You still approve each payment here.',
  'access.refuseContact':
    'If you refuse, {tpp} gets no confirmation. Access that you have given before does not change.',
  'access.since': 'Given',
  'access.validUntil': 'Valid up to and including',
  'access.revokeText': '{tpp} can then no longer use the access to these accounts.',
  'access.noApps': 'No apps have access to your accounts.',
  'access.revoke': 'End access for {tpp}',
  'access.revokeTitle': 'End access for {tpp}?',
  'access.keep': 'Keep the access',
  'access.keepHint': 'If you keep the access, nothing changes.',
  'access.revoked': 'The app no longer has access. It finds out the next time it tries.',
  'access.removed': 'Access to these accounts ends:',
  'access.endInstead': 'End the access instead',
  'access.unchanged': 'No access was given or changed here.',
  'access.startAgain': 'If you want to give access after all, start again in the app.',
} as const satisfies AccessTexts;
