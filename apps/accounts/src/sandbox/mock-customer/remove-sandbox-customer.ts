import type { AccountCommands } from '@nordgate/contracts/commands';
import { streams } from '@nordgate/contracts/rules';
import { decisionOn, isRefusal, refuse } from '@nordgate/decider';
import type { CommandOf, ManyStreams } from '@nordgate/decider';
import { refusalOfLate, worldOf } from '../domain/by-hand.js';
import { customerStream } from '../../domain/customer.js';
import type { Customer } from '../../domain/customer.js';
import { endDependents } from '../domain/dependents.js';
import type { FindDependents } from '../domain/dependents.js';
import { quotasIn, returnTo } from '../domain/counted-quota.js';

type Remove = CommandOf<AccountCommands, 'RemoveSandboxCustomer'>;

/** Removes a customer by hand with all that depends on it, in one append. */
export function removeSandboxCustomer(
  dependents: FindDependents,
): ManyStreams<Remove, Customer, null> {
  return {
    find: async (command, customer) => [
      worldOf(command),
      ...quotasIn(customer),
      ...(await dependents(streams.customer.idOf(command.stream))),
    ],
    decide: (command, found) => {
      const { stream, meta } = command;
      const customer = found.stateOf(customerStream, stream);
      const late = refusalOfLate(command, found);
      if (isRefusal(late)) return [decisionOn(customerStream, stream, late)];
      if (customer.is !== 'registered') {
        return [decisionOn(customerStream, stream, refuse('RESOURCE_UNKNOWN'))];
      }
      const { at } = meta;
      return [
        decisionOn(customerStream, stream, [{ type: 'CustomerRemoved', data: { at } }]),
        ...returnTo(customer.countedIn, { by: stream, at }),
        ...endDependents({ id: customer.customerId, at }, found),
      ];
    },
    receipt: () => null,
  };
}
