import type { AccountCommands } from '@nordgate/contracts/commands';
import { inGeneration } from '@nordgate/contracts/rules';
import type { CustomerEvent } from '@nordgate/contracts/events';
import { defined, refuse } from '@nordgate/decider';
import type { CommandOf, Decision, FoundStreams, ManyStreams } from '@nordgate/decider';
import {
  byHand,
  firstFree,
  repeatOfChange,
  repeatOfCreation,
  unlessRefused,
} from '../domain/by-hand.js';
import { customerStream } from '../../domain/customer.js';
import type { Customer } from '../../domain/customer.js';
import { customerNumbers } from '../domain/made-numbers.js';
import { quotaOf } from '../domain/counted-quota.js';
import type { TakenQuota } from '../domain/counted-quota.js';

type Register = CommandOf<AccountCommands, 'RegisterSandboxCustomer'>;
type Change = CommandOf<AccountCommands, 'ChangeSandboxCustomer'>;

/**
 * Makes a customer by hand, under the number of the command or one that the bank makes. Refuses with
 * CONFLICT more customers than a TPP can make.
 */
export const registerSandboxCustomer: ManyStreams<Register, Customer, null> = byHand(
  customerStream,
  { decide: decideRegistration, takes: quotaOfTpp },
);

/** The customers that the TPP of a command has made. */
function quotaOfTpp({ data: { generation }, meta: { actor } }: Register): TakenQuota {
  return quotaOf('customersOfTpp', actor, generation);
}

/**
 * Replaces name, address and number of a customer. Refuses with CONFLICT a number of the other kind of
 * customer, because a person stays a person.
 */
export const changeSandboxCustomer: ManyStreams<Change, Customer, null> = byHand(customerStream, {
  decide: decideChange,
});

function decideRegistration(
  command: Register,
  customer: Customer,
  found: FoundStreams,
): Decision<CustomerEvent> {
  const { data, meta } = command;
  const { at } = meta;
  const { customerId, customerType, customerNumber: wanted, name, address, by } = data;
  const repeat = repeatOfCreation(customer, by);
  if (repeat !== undefined) return repeat;
  const candidates = wanted === undefined ? customerNumbers(customerId, customerType) : [wanted];
  return unlessRefused(freeNumber(candidates, command, found), (customerNumber) => {
    const known = { customerId, customerNumber, customerType, name };
    const { stream: countedIn } = quotaOfTpp(command);
    const facts = { ...defined({ address }), countedIn };
    return [{ type: 'CustomerRegistered', data: { ...known, ...facts, by, at } }];
  });
}

function decideChange(
  command: Change,
  customer: Customer,
  found: FoundStreams,
): Decision<CustomerEvent> {
  if (customer.is !== 'registered') return refuse('RESOURCE_UNKNOWN');
  const { data, meta } = command;
  const { at } = meta;
  const { customerId, customerType, countedIn } = customer;
  const { customerNumber: wanted = customer.customerNumber, name, address, by } = data;
  const repeat = repeatOfChange(customer, by);
  if (repeat !== undefined) return repeat;
  const isPrivate = customerType === 'PRIVATE';
  if ((wanted.length === personLength) !== isPrivate)
    return refuse('CONFLICT', { path: numberPath });
  return unlessRefused(freeNumber([wanted], command, found), (customerNumber) => {
    const known = { customerId, customerNumber, customerType, name };
    const facts = defined({ address, countedIn });
    return [{ type: 'CustomerRegistered', data: { ...known, ...facts, by, at } }];
  });
}

const numberPath = '/customerNumber';
/** Digits of the number of a person; an organisation has fewer. */
const personLength = 11;

function freeNumber(
  candidates: readonly string[],
  { stream, data: { generation } }: Register | Change,
  found: FoundStreams,
) {
  const claimOf = (one: string) => ({
    scope: 'customer-number',
    key: inGeneration(one, generation),
  });
  return firstFree(candidates, { stream, claimOf, path: numberPath }, found);
}
