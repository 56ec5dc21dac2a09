import { Type } from 'typebox';
import { ACCOUNT_KINDS } from '../../codes/account-kinds.js';
import { CONSENT_STATUSES } from '../../codes/consent-statuses.js';
import { linksTo } from './links.js';
import { remarks } from './messages.js';
import { oneOf, reply, text } from './reply.js';
import type { ReplyOf } from './reply.js';

const consentStatus = oneOf(CONSENT_STATUSES, 'Where the consent stands.');

/** Answer to the request for a consent (specification §4.4). */
export const ConsentCreated = reply('ConsentCreated', 'A consent is asked for.', {
  consentStatus,
  consentId: text('Opaque; another TPP gets another id for the same consent.'),
  ...remarks,
  _links: linksTo('scaRedirect', 'self', 'status'),
});
export type ConsentCreated = ReplyOf<typeof ConsentCreated>;

/** An account as a consent names it. */
export const ConsentedAccount = reply('ConsentedAccount', 'An account that was granted.', {
  iban: text('ISO 13616.'),
  bban: text('Norwegian account number.'),
  currency: text('ISO 4217.'),
});
export type ConsentedAccount = ReplyOf<typeof ConsentedAccount>;

const accounts = Type.Array(ConsentedAccount);

/** Answer to `GET` of a consent: what the PSU granted (Berlin Group framework 1.3). */
export const ConsentReply = reply('ConsentReply', 'A consent with what was granted.', {
  consentStatus,
  access: Type.Object(
    { accounts, balances: accounts, transactions: accounts },
    { additionalProperties: false },
  ),
  recurringIndicator: Type.Literal(true),
  validUntil: Type.Optional(text('Last day; absent unless it is valid.', { format: 'date' })),
  frequencyPerDay: Type.Integer({ description: 'Reads a day without the PSU.' }),
  lastActionDate: Type.Optional(
    text('Day of the last decision; absent before it.', { format: 'date' }),
  ),
  _links: linksTo('self', 'status'),
});
export type ConsentReply = ReplyOf<typeof ConsentReply>;

/** Answer to `GET …/status` of a consent. */
export const ConsentStatusReply = reply('ConsentStatusReply', 'Where a consent stands.', {
  consentStatus,
});
export type ConsentStatusReply = ReplyOf<typeof ConsentStatusReply>;

/** An account of `GET /v1/accounts` (specification §2.4; Berlin Group framework 1.3). */
export const AccountReply = reply('AccountReply', 'An account that the PSU consented to.', {
  resourceId: text('Opaque; another TPP gets another id for the same account.'),
  iban: text('ISO 13616.'),
  bban: text('Norwegian account number.'),
  currency: text('ISO 4217.'),
  name: text("The customer's name for it."),
  cashAccountType: oneOf(ACCOUNT_KINDS, 'What it is for (ISO 20022 ExternalCashAccountType1Code).'),
  usage: oneOf(['PRIV', 'ORGA']),
  ownerName: text('A person or an organisation.'),
});
export type AccountReply = ReplyOf<typeof AccountReply>;

/** Answer to `GET /v1/accounts`. */
export const AccountsReply = reply('AccountsReply', 'The accounts of the consent.', {
  accounts: Type.Array(AccountReply),
});
export type AccountsReply = ReplyOf<typeof AccountsReply>;

/** A corporate agreement of `GET /v1/agreements` (specification §4.4, §5.14). */
export const AgreementReply = reply('AgreementReply', 'Somebody whom the PSU may act for.', {
  id: text('Goes into PSU-Corporate-ID.'),
  name: text("The organisation's."),
  roles: Type.Array(oneOf(['REGISTER', 'VIEW', 'APPROVE']), {
    description: 'What the PSU may do for it, for one account or more.',
  }),
});
export type AgreementReply = ReplyOf<typeof AgreementReply>;

/** Answer to `GET /v1/agreements`. */
export const AgreementsReply = reply('AgreementsReply', 'The agreements of a PSU.', {
  agreements: Type.Array(AgreementReply),
});
export type AgreementsReply = ReplyOf<typeof AgreementsReply>;
