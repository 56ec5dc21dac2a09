import {
  FindKeptRequests,
  GetMaintenance,
  ListStoppedTpps,
  ListTppContacts,
} from '@nordgate/contracts/queries';
import { operatorRequestFrom } from '@nordgate/contracts/commands';
import type {
  EndMaintenanceRequest,
  FoundRequests,
  PlanMaintenanceRequest,
  ReleaseTppRequest,
  StopTppRequest,
} from '@nordgate/contracts/commands';
import { dayInOslo, streams } from '@nordgate/contracts/rules';
import { defined, isRefusal } from '@nordgate/decider';
import type { Command } from '@nordgate/decider';
import { OperationError } from '@nordgate/service';
import type { InstanceQueries, OpenOperations } from '@nordgate/service';

/** What the bank's operator may do about TPPs and about the maintenance of the bank. A request that cannot be done is an OperationError. */
export const tppOperations: OpenOperations = ({ commands, ask, askEach }) => {
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
    const today = dayInOslo(now);
    if (request.name === 'ListTppContacts') return ask(new ListTppContacts(today));
    if (request.name === 'ListStoppedTpps') return ask(new ListStoppedTpps(today));
    if (request.name === 'FindRequests') return foundRequests(askEach, request.requestId);
    // In a sandbox, `withWorlds` answers first.
    if (request.name === 'ShowWorld') return { tpp: request.tppId, generation: 0 };
    if (request.name === 'ListMaintenance') return ask(new GetMaintenance());
    if (request.name === 'PlanMaintenance' || request.name === 'EndMaintenance') {
      return execute(maintenanceCommand(request, now));
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

/** The requests that the gateways keep under an X-Request-ID, with the gateways that gave no answer. */
async function foundRequests(
  askEach: InstanceQueries['askEach'],
  requestId: string,
): Promise<FoundRequests> {
  const answers = await askEach(new FindKeptRequests(requestId));
  return {
    requests: answers.flatMap((one) => ('answer' in one ? one.answer : [])),
    silent: answers.flatMap((one) => ('answer' in one ? [] : [one.instance])),
  };
}

function maintenanceCommand(
  { name: type, id, reason: _, ...asked }: PlanMaintenanceRequest | EndMaintenanceRequest,
  now: Date,
): Command {
  const meta = { at: now.toISOString(), actor: 'operator' };
  return { type, id, stream: streams.maintenance.id('bank'), data: defined(asked), meta };
}
