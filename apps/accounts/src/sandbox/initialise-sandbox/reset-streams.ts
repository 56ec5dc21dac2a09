import type { AccountCommands } from '@nordgate/contracts/commands';
import type {
  AccountEvent,
  AccountOpened,
  AgreementEvent,
  CardAccountEvent,
  CustomerEvent,
} from '@nordgate/contracts/events';
import { nothing } from '@nordgate/decider';
import type { CommandOf, Decide } from '@nordgate/decider';
import type { Account } from '../../domain/account.js';
import type { Agreement } from '../../domain/agreement.js';
import type { CardAccount } from '../../domain/card-account.js';
import type { Customer } from '../../domain/customer.js';
import type {
  KnownAgreement,
  KnownCardAccount,
  KnownCustomer,
} from '../known-state/known-resource.js';

export type InitialiseSandbox = CommandOf<AccountCommands, 'InitialiseSandbox'>;

/** A known account with the balance before its history. */
export type AccountToOpen = Omit<AccountOpened['data'], 'at' | 'generation'>;

/** Registers a known customer, again if need be; removes any other. */
export const resetCustomer =
  (known: KnownCustomer | undefined): Decide<InitialiseSandbox, Customer, CustomerEvent> =>
  ({ meta: { at } }, customer) => {
    if (known !== undefined) return [{ type: 'CustomerRegistered', data: { ...known, at } }];
    return customer.is === 'registered' ? [{ type: 'CustomerRemoved', data: { at } }] : nothing;
  };

/** Opens a known account with its opening balance in a generation, again if need be; closes any other. */
export const resetAccount =
  (
    known: AccountToOpen | undefined,
    generation: number,
  ): Decide<InitialiseSandbox, Account, AccountEvent> =>
  ({ meta: { at } }, account) => {
    if (known !== undefined) return [{ type: 'AccountOpened', data: { ...known, generation, at } }];
    return account.is === 'open' ? [{ type: 'AccountClosed', data: { at } }] : nothing;
  };

/** Opens a known card account in a generation, again if need be; closes any other. */
export const resetCardAccount =
  (
    known: KnownCardAccount | undefined,
    generation: number,
  ): Decide<InitialiseSandbox, CardAccount, CardAccountEvent> =>
  ({ meta: { at } }, cardAccount) => {
    if (known !== undefined)
      return [{ type: 'CardAccountOpened', data: { ...known, generation, at } }];
    return cardAccount.is === 'open' ? [{ type: 'CardAccountClosed', data: { at } }] : nothing;
  };

/** Signs a known agreement, again if need be; ends any other. */
export const resetAgreement =
  (known: KnownAgreement | undefined): Decide<InitialiseSandbox, Agreement, AgreementEvent> =>
  ({ meta: { at } }, agreement) => {
    if (known !== undefined) return [{ type: 'AgreementSigned', data: { ...known, at } }];
    return agreement.is === 'signed' ? [{ type: 'AgreementEnded', data: { at } }] : nothing;
  };
