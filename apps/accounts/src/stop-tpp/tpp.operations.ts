import { ListStoppedTpps, ListTppContacts } from '@nordgate/contracts/queries';
import { operatorRequestFrom } from '@nordgate/contracts/commands';
import type { ReleaseTppRequest, StopTppRequest } from '@nordgate/contracts/commands';
import { dayInOslo, streams } from '@nordgate/contracts/rules';
import { defined, isRefusal } from '@nordgate/decider';
import type { Command } from '@nordgate/decider';
import { OperationError } from '@nordgate/service';
import type { OpenOperations } from '@nordgate/service';

/** What the bank's operator may do about TPPs. A request that cannot be done is an OperationError. */
export const tppOperations: OpenOperations = ({ commands, ask }) => {
  const execute = async (command: Command): Promise<unknown> => {
    const outcome = await commands.execute(command);
    if (isRefusal(outcome)) throw new OperationError(outcome.text ?? outcome.refused);
    return outcome;
  };
  // Async, so that a fault of the request is a rejection as well.
  return async (body) => {
    const read = operatorRequestFrom(body);
    if ('fault' in read) throw new OperationError(read.fault);
    const now = new Date();
    const { request } = read;
    if (request.name === 'ListTppContacts') return ask(new ListTppContacts());
    if (request.name === 'ListStoppedTpps') {
      return ask(new ListStoppedTpps(dayInOslo(now)));
    }
    if (request.name === 'StopTpp' || request.name === 'ReleaseTpp') {
      return execute(commandOf(request, now));
    }
    throw new OperationError('accounts has no such operation');
  };
};

function commandOf(request: StopTppRequest | ReleaseTppRequest, now: Date): Command {
  const { name: type, id, tppId } = request;
  const meta = { at: now.toISOString(), actor: 'operator' };
  const stream = streams.tppStop.id(tppId);
  if (type === 'ReleaseTpp') return { type, id, stream, data: {}, meta };
  const { until, reason } = request;
  return { type, id, stream, data: defined({ tppId, until, reason }), meta };
}
