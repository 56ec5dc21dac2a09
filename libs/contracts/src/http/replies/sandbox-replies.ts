import { Type } from 'typebox';
import { ACCOUNT_KINDS } from '../../codes/account-kinds.js';
import { oneOf, reply, text } from './reply.js';
import type { ReplyOf } from './reply.js';

const SandboxCustomerReply = reply('SandboxCustomer', 'A test customer.', {
  customerId: text('Internal id.'),
  customerNumber: text('What the customer logs in with: 11 digits, 9 for a company.'),
  customerType: oneOf(['PRIVATE', 'CORPORATE']),
  customerName: text('Name.'),
  address: Type.Optional(
    reply('SandboxAddress', 'Where the customer is; what payments abroad say of the debtor.', {
      street: Type.Optional(text('Street.')),
      buildingNumber: Type.Optional(text('Number of the building.')),
      postalCode: Type.Optional(text('Post code.')),
      townName: text('Town.'),
      country: text('ISO 3166-1 alpha-2.'),
    }),
  ),
  accounts: Type.Array(
    reply('SandboxAccount', 'A test account.', {
      accountId: text('Internal id.'),
      bban: text('Norwegian account number.'),
      iban: text('The same as IBAN.'),
      currency: text('ISO 4217.'),
      name: text('Name.'),
      cashAccountType: oneOf(ACCOUNT_KINDS, 'What it is for (ISO 20022).'),
    }),
  ),
  cardAccounts: Type.Array(
    reply('SandboxCardAccount', 'A test card.', {
      maskedPan: text('Card number, masked.'),
      name: text('Name.'),
    }),
  ),
});

/** The customers of the sandbox's known state (specification §1). */
export const SandboxCustomersReply = reply('SandboxCustomersReply', 'The test customers.', {
  customers: Type.Array(SandboxCustomerReply),
});
export type SandboxCustomersReply = ReplyOf<typeof SandboxCustomersReply>;
