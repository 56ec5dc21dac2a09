import type { AccountCommands } from '@nordgate/contracts/commands';
import type { AccountEvent } from '@nordgate/contracts/events';
import { balanceBound, inGeneration, streams, withoutGeneration } from '@nordgate/contracts/rules';
import { decisionOn, defined, refuse } from '@nordgate/decider';
import type { CommandOf, Decision, FoundStreams, ManyStreams } from '@nordgate/decider';
import { accountStream, ibanOf } from '../../domain/account.js';
import type { Account } from '../../domain/account.js';
import {
  byHand,
  firstFree,
  refusalOfLate,
  repeatOfChange,
  repeatOfCreation,
  worldOf,
  unlessRefused,
} from '../domain/by-hand.js';
import { customerStream } from '../../domain/customer.js';
import { endDependents } from '../domain/dependents.js';
import type { FindDependents } from '../domain/dependents.js';
import { accountNumbers } from '../domain/made-numbers.js';
import { isAmountIn, isZero, sumIn } from '../../domain/money.js';
import { quotaOf, quotasIn, returnTo } from '../domain/counted-quota.js';
import type { TakenQuota } from '../domain/counted-quota.js';
import { isHeld } from '../../domain/standing.js';

type Open = CommandOf<AccountCommands, 'OpenSandboxAccount'>;
type Change = CommandOf<AccountCommands, 'ChangeSandboxAccount'>;
type Close = CommandOf<AccountCommands, 'CloseSandboxAccount'>;

/** Opens an account by hand for a customer, under the number of the command or one that the bank makes. */
export const openSandboxAccount: ManyStreams<Open, Account, null> = byHand(accountStream, {
  decide: decideOpening,
  reads: ({ data: { ownerId } }) => [streams.customer.id(ownerId)],
  takes: quotaOfOwner,
});

/** The accounts and card accounts of a customer that were made by hand. */
export function quotaOfOwner({
  data: { ownerId, generation },
}: {
  readonly data: { readonly ownerId: string; readonly generation: number };
}): TakenQuota {
  return quotaOf('accountsOfCustomer', withoutGeneration(ownerId), generation);
}

/** Gives an account another name and kind; its balance and its transactions stay. */
export const changeSandboxAccount: ManyStreams<Change, Account, null> = byHand(accountStream, {
  decide: decideChange,
});

function decideOpening(
  { stream, data, meta: { at } }: Open,
  account: Account,
  found: FoundStreams,
): Decision<AccountEvent> {
  const { accountId, ownerId, bban: wanted, currency, name, kind, generation, by } = data;
  const repeat = repeatOfCreation(account, by);
  if (repeat !== undefined) return repeat;
  const owner = found.stateOf(customerStream, streams.customer.id(ownerId));
  if (owner.is !== 'registered') return refuse('RESOURCE_UNKNOWN');
  const candidates = wanted === undefined ? accountNumbers(accountId) : [wanted];
  const claimOf = (one: string) => ({ scope: 'bban', key: inGeneration(one, generation) });
  const claim = { stream, claimOf, path: '/bban' };
  return unlessRefused(firstFree(candidates, claim, found), (bban) => {
    const numbers = { accountId, ownerId, bban, iban: ibanOf(bban), currency, name, kind };
    const openingBalance = sumIn(currency, [data.openingBalance]);
    const { product, isBlocked } = data;
    const creditLimit = limitOf(data, currency);
    const { stream: countedIn } = quotaOfOwner({ data });
    const facts = { ...defined({ product, creditLimit, isBlocked }), countedIn };
    const opened = { ...numbers, openingBalance, ...facts, generation, by, at };
    if (!isHeld({ currency, balance: openingBalance, ...defined({ creditLimit }) })) {
      return refuse('CONFLICT', { path: '/creditLine', text: balanceBound });
    }
    return [{ type: 'AccountOpened', data: opened }];
  });
}

function decideChange({ data, meta: { at } }: Change, account: Account): Decision<AccountEvent> {
  const { ownerId, name, kind, by } = data;
  if (!isOpenOf(account, ownerId)) return refuse('RESOURCE_UNKNOWN');
  const repeat = repeatOfChange(account, by);
  if (repeat !== undefined) return repeat;
  const { currency } = account;
  const { creditLimit: wanted = '0', product, isBlocked } = data;
  if (!isZero(wanted) && !isAmountIn(currency, wanted)) {
    return refuse('FORMAT_ERROR', { path: '/creditLine' });
  }
  const facts = defined({ product, isBlocked, creditLimit: limitOf(data, currency) });
  if (!isHeld({ ...account, ...facts })) {
    return refuse('CONFLICT', { path: '/creditLine', text: balanceBound });
  }
  return [{ type: 'AccountChanged', data: { name, kind, ...facts, by, at } }];
}

/** The limit with all decimals of its currency; undefined where nothing is said of it. */
function limitOf({ creditLimit }: { readonly creditLimit?: string }, currency: string) {
  return creditLimit === undefined ? undefined : sumIn(currency, [creditLimit]);
}

/** Closes an account by hand, and ends the engagements for it. */
export function closeSandboxAccount(dependents: FindDependents): ManyStreams<Close, Account, null> {
  return {
    find: async (command, account) => [
      worldOf(command),
      ...quotasIn(account),
      ...(await dependents(streams.account.idOf(command.stream))),
    ],
    decide: (command, found) => {
      const { stream, data, meta } = command;
      const { at } = meta;
      const account = found.stateOf(accountStream, stream);
      const isThere = isOpenOf(account, data.ownerId);
      const refusal = refusalOfLate(command, found) ?? (isThere ? undefined : unknown);
      if (refusal !== undefined) return [decisionOn(accountStream, stream, refusal)];
      return [
        decisionOn(accountStream, stream, [{ type: 'AccountClosed', data: { at } }]),
        ...quotasIn(account).flatMap((one) => returnTo(one, { by: stream, at })),
        ...endDependents({ id: streams.account.idOf(stream), at }, found),
      ];
    },
    receipt: () => null,
  };
}

const unknown = refuse('RESOURCE_UNKNOWN');

function isOpenOf(
  account: Account,
  ownerId: string | undefined,
): account is Extract<Account, { readonly is: 'open' }> {
  return account.is === 'open' && account.ownerId === (ownerId ?? account.ownerId);
}
