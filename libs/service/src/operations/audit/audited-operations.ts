import { randomUUID } from 'node:crypto';
import { isDryRun, operationVerbs } from '@nordgate/contracts/commands';
import type {
  ConfirmOperationRequest,
  OperatorRequest,
  PendingOperation,
} from '@nordgate/contracts/commands';
import type { OperationEvent, OperatorPerson } from '@nordgate/contracts/events';
import { defined } from '@nordgate/decider';
import { isInfrastructureFailure } from '@nordgate/event-store';
import { redactText } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import { ServiceUnavailableError } from '../../queries/query-client.js';
import { OperationDenied, OperationError, SecondPersonNeeded } from '../operation-errors.js';
import { askedOf, maySame, permitOf } from './operation-permit.js';
import type { DeniedOperation, OperationOrigin } from './operation-permit.js';
import { proposalsMax } from './operation-stream.js';
import type { NewEntry, OperationRecord, Proposal } from './operation-stream.js';
import type { OperationTrail } from './operation-trail.js';

/** A request, and which parked message it is about where the request does not name one. */
type RecordedRequest = OperatorRequest & { readonly seq?: string };

/** Carries out an operation. It runs after the record has it. */
export type Act<Outcome> = () => Promise<Outcome>;

/**
 * Operations that leave a record: who, in which role, why, and with which end. The entry is appended before the act,
 * and without it there is no act.
 */
export class AuditedOperations {
  constructor(
    private readonly trail: Pick<OperationTrail, 'append'>,
    private readonly log: Pick<Log, 'error'>,
  ) {}

  /**
   * Records a request, and acts.
   *
   * @throws OperationDenied for somebody who may not, SecondPersonNeeded for an act that waits, TokenRefusedError for a
   *   token that the record has, and what `act` throws
   */
  async run<Outcome>(
    request: RecordedRequest,
    origin: OperationOrigin,
    act: Act<Outcome>,
  ): Promise<Outcome> {
    const operation = randomUUID();
    const by = permitOf(request, origin);
    if ('refused' in by) return this.refuse(operation, request, origin, by);
    if (needsSecondPerson(request, origin)) return this.propose(operation, request, origin, by);
    const { reason } = request as { readonly reason?: string };
    const data = { operation, asked: askedOf(request), by, ...defined({ reason }) };
    await this.trail.append(
      (_record, at) => ({ type: 'OperationBegun', data: { ...data, at } }),
      origin.token,
    );
    return this.act(operation, act);
  }

  /** Confirms a proposed operation by a second person, and acts once. Throws as `run`. */
  async confirm<Outcome>(
    request: ConfirmOperationRequest,
    origin: OperationOrigin,
    act: (proposal: Proposal) => Promise<Outcome>,
  ): Promise<Outcome> {
    const { operation, reason } = request;
    const by = permitOf(request, origin);
    if ('refused' in by) return this.refuse(operation, request, origin, by);
    let confirmed: Proposal | undefined;
    let denied: DeniedOperation | undefined;
    await this.trail.append((record, at) => {
      const found = confirmable(record, { operation, by, at });
      [confirmed, denied] = 'refused' in found ? [undefined, found] : [found, undefined];
      return denied === undefined
        ? { type: 'OperationConfirmed', data: { operation, at, by, ...defined({ reason }) } }
        : refusal(operation, request, origin, { denied, at });
    }, origin.token);
    if (confirmed === undefined) throw new OperationDenied(denied?.text ?? '');
    const proposal: Proposal = confirmed;
    return this.act(operation, () => act(proposal));
  }

  private async propose(
    operation: string,
    request: OperatorRequest,
    origin: OperationOrigin,
    by: OperatorPerson,
  ): Promise<never> {
    const { reason } = request as { readonly reason?: string };
    const asked = askedOf(request);
    const event = await this.trail.append((record, at) => {
      if (Object.keys(record.proposals).length >= proposalsMax) {
        return refusal(operation, request, origin, { denied: tooMany, at });
      }
      const untilMs = Date.parse(at) + origin.terms.confirmWithinMinutes * 60_000;
      const until = new Date(untilMs).toISOString();
      return {
        type: 'OperationProposed',
        data: { operation, at, asked, by, until, ...defined({ reason }) },
      };
    }, origin.token);
    if (event.type !== 'OperationProposed') throw new OperationDenied(tooMany.text);
    throw new SecondPersonNeeded(pendingOf(event));
  }

  private async refuse(
    operation: string,
    request: OperatorRequest,
    origin: OperationOrigin,
    denied: DeniedOperation,
  ): Promise<never> {
    await this.trail.append(
      (_record, at) => refusal(operation, request, origin, { denied, at }),
      origin.token,
    );
    throw new OperationDenied(denied.text);
  }

  private async act<Outcome>(operation: string, act: Act<Outcome>): Promise<Outcome> {
    try {
      const outcome = await act();
      await this.end(operation, { outcome: 'done' });
      return outcome;
    } catch (error) {
      await this.end(operation, { outcome: 'failed', fault: faultOf(error) });
      throw error;
    }
  }

  /** The act has happened: its outcome is answered even when the record cannot have it now. */
  private async end(
    operation: string,
    outcome: { readonly outcome: 'done' | 'failed'; readonly fault?: string },
  ): Promise<void> {
    try {
      await this.trail.append((_record, at) => ({
        type: 'OperationEnded',
        data: { operation, at, ...outcome },
      }));
    } catch (error) {
      this.log.error({ err: error }, 'the record of an operation has no outcome');
    }
  }
}

const tooMany: DeniedOperation = {
  refused: 'TOO_MANY',
  text: `${String(proposalsMax)} operations wait for a second person: confirm them, or wait`,
};

function needsSecondPerson(request: OperatorRequest, { terms }: OperationOrigin): boolean {
  const { act } = operationVerbs[request.name];
  return act !== undefined && !isDryRun(request) && terms.secondPerson.includes(act);
}

/** The proposal that a person may confirm now. */
function confirmable(
  { proposals }: OperationRecord,
  { operation, by, at }: { readonly operation: string; readonly by: OperatorPerson; at: string },
): Proposal | DeniedOperation {
  const proposal = Object.hasOwn(proposals, operation) ? proposals[operation] : undefined;
  if (proposal === undefined) {
    const text = `${operation} does not wait for a second person, or was confirmed before`;
    return { refused: 'NOT_PROPOSED', text };
  }
  if (at >= proposal.until) {
    return { refused: 'TOO_LATE', text: `${operation} could be confirmed until ${proposal.until}` };
  }
  if (maySame(proposal.by, by)) {
    const text = `${proposal.by.name} has proposed it: a second person, verified in the same way, confirms it`;
    return { refused: 'SAME_PERSON', text };
  }
  const { roles } = operationVerbs[proposal.asked.name as OperatorRequest['name']];
  if (roles.some((role) => role === by.role)) return proposal;
  return { refused: 'ROLE', text: `${by.name} has no role for ${proposal.asked.name}` };
}

function refusal(
  operation: string,
  request: OperatorRequest,
  { person, as: claimed }: OperationOrigin,
  { denied: { refused }, at }: { readonly denied: DeniedOperation; readonly at: string },
): NewEntry {
  const by =
    'unverified' in person
      ? undefined
      : { by: person.by, issuer: person.issuer, id: person.id, name: person.name };
  const data = { operation, at, asked: askedOf(request), refused, ...defined({ by, claimed }) };
  return { type: 'OperationRefused', data };
}

function pendingOf({ data }: Extract<OperationEvent, { readonly type: 'OperationProposed' }>) {
  const { operation, until } = data;
  return { operation, until } satisfies PendingOperation;
}

const faultLengthMax = 200;

/** A message of a bug may repeat data of a customer, so the record has only its kind. */
function faultOf(error: unknown): string {
  if (error instanceof OperationError) return redactText(error.message).slice(0, faultLengthMax);
  const isAway = error instanceof ServiceUnavailableError || isInfrastructureFailure(error);
  return isAway ? 'the service is unavailable' : 'an error of the service';
}
