import { Injectable } from '@nestjs/common';
import { ACCEPT_FIXES } from '@nordgate/contracts/codes';
import {
  doubtfulNumbersIn,
  findProduct,
  sandboxExecutionRefusal,
  sandboxPaymentChange,
} from '@nordgate/contracts/http';
import type {
  SandboxPaymentChange,
  SandboxConsentReply,
  SandboxPaymentReply,
  SandboxRefusalReply,
} from '@nordgate/contracts/http';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import type { PaymentView, ConsentView } from '@nordgate/contracts/queries';
import { GetConsent, GetPayment } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import { ofCore, otherChannelOf, streams, tooLateToRefuse } from '@nordgate/contracts/rules';
import type { TextKey } from '@nordgate/contracts/texts';
import type { CommandResult } from '@nordgate/messaging';
import type { Caller } from '../../access/caller.js';
import { bodyContextOf, faultless } from '../../request/request-body.js';
import type { Clocked } from '../../request/request-body.js';
import {
  unknownInSandbox,
  byHandOf,
  commandIdOf,
  noView,
  requestIdReused,
  requireDecided,
  tellByHand,
} from '../routes/by-hand.js';
import { Edge } from '../../access/edge.service.js';
import { untilThere } from '../../access/read-view.js';
import { fault, RequestError, unavailable, undecided } from '../../reply/request-error.js';
import { idKindOf } from '../../request/operation-id.js';
import { readSandboxBody } from '../routes/sandbox-body.js';

// Fixes are between the interface and its TPPs: the bank's own channels have all of them.
const fixes = new Set<string>(ACCEPT_FIXES);

/**
 * The instruction of a payment with the members that the bank changes, as its product accepts it. Throws RequestError with
 * the faults by the rules of the product. Account numbers with a wrong check digit were accepted at the initiation.
 */
function changedInstruction(
  { service, product, instruction }: Pick<PaymentView, 'service' | 'product' | 'instruction'>,
  { instructedAmount, requestedExecutionDate }: SandboxPaymentChange,
  caller: Pick<Caller, 'aheadMs'>,
  edge: Clocked,
): PaymentInstruction {
  const offer = findProduct(service, product)?.offer;
  if (offer === undefined) throw unknownInSandbox();
  const changed = { ...instruction, ...defined({ instructedAmount, requestedExecutionDate }) };
  const context = bodyContextOf({ ...caller, fixes }, edge);
  const sandboxNumbers = new Set(doubtfulNumbersIn(instruction));
  return faultless(offer.body.parse(changed, { ...context, sandboxNumbers })).value;
}

/** The paths of what the bank does in other channels. */
export const otherChannelPaths = {
  changes: '/v1/sandbox/payments/:paymentId/changes',
  cancellations: '/v1/sandbox/payments/:paymentId/cancellations',
  refusals: '/v1/sandbox/payments/:paymentId/execution-refusals',
  revocations: '/v1/sandbox/bank-offered-consents/:consentId/revocations',
} as const;

const paymentKinds: readonly string[] = Object.values(idKindOf);

/** The statuses of a payment whose next execution is still to come. */
const beforeExecution: readonly string[] = ['RCVD', 'PDNG', 'ACTC'];

/** The payment of a request, by its id inside the bank. */
interface FoundPayment {
  readonly streamId: string;
  readonly view: PaymentView;
}

/**
 * What the bank, or the PSU at the bank, does in other channels, for a TPP of the sandbox to try (specification 3 rule 4,
 * 5.10). Each act is on what the caller has made in its present world: other ids are RESOURCE_UNKNOWN. A repeat of a
 * request gets the first answer. Every method throws RequestError.
 */
@Injectable()
export class OtherChannels {
  constructor(private readonly edge: Edge) {}

  /** Changes an unapproved payment. Throws CONFLICT for another one, and the faults of its product. */
  async change(caller: Caller, paymentId: string, bytes: unknown): Promise<SandboxPaymentReply> {
    const { edge } = this;
    const { value } = readSandboxBody(sandboxPaymentChange, bytes, caller, edge);
    const { streamId, view } = await this.payment(caller, paymentId);
    const path = otherChannelPaths.changes.replace(':paymentId', paymentId);
    const byHand = byHandOf(caller, 'POST', path, bytes);
    const stream = streams.payment.id(streamId);
    const instruction = changedInstruction(view, value, caller, edge);
    const data = { by: otherChannelOf(byHand.by), instruction };
    const id = commandIdOf(stream, byHand);
    const command = { id, type: 'ChangePayment', stream, data } as const;
    const result = await edge.tell('payments.commands.v1', caller, command, noView);
    if (result.is === 'refused' && result.refusal.path === 'X-Request-ID') throw requestIdReused();
    await this.requireDone(result, 'sandbox.notChangeable', caller, streamId);
    return { paymentId, transactionStatus: 'RCVD' };
  }

  /** Cancels a payment that no run has taken yet. Throws CONFLICT for another one. */
  async cancel(caller: Caller, paymentId: string): Promise<SandboxPaymentReply> {
    const { streamId } = await this.payment(caller, paymentId);
    const path = otherChannelPaths.cancellations.replace(':paymentId', paymentId);
    const byHand = byHandOf(caller, 'POST', path);
    const stream = streams.payment.id(streamId);
    const data = { by: otherChannelOf(byHand.by), onlyUnapproved: false };
    const id = commandIdOf(stream, byHand);
    const command = { id, type: 'CancelPayment', stream, data } as const;
    const result = await this.edge.tell('payments.commands.v1', caller, command, noView);
    await this.requireDone(result, 'sandbox.notCancellable', caller, streamId);
    return { paymentId, transactionStatus: 'CANC' };
  }

  /** Lets the bank refuse the next execution. Throws CONFLICT where none is to come, and where a core executes. */
  async refuse(caller: Caller, paymentId: string, bytes: unknown): Promise<SandboxRefusalReply> {
    const { value } = readSandboxBody(sandboxExecutionRefusal, bytes, caller, this.edge);
    const { reason } = value;
    const { streamId, view } = await this.payment(caller, paymentId);
    const { transactionStatus: status, isClaimed } = view;
    const isTooLate = isClaimed === true || !beforeExecution.includes(status);
    const path = otherChannelPaths.refusals.replace(':paymentId', paymentId);
    const byHand = byHandOf(caller, 'POST', path, bytes);
    const stream = streams.refusal.id(streamId);
    const late = isTooLate ? ({ isTooLate } as const) : {};
    const data = { ...byHand, paymentId: streamId, reason, ...late };
    const result = await tellByHand(this.edge, caller, {
      type: 'RefuseSandboxExecution',
      stream,
      data,
    });
    const text = result.is === 'refused' ? result.refusal.text : undefined;
    if (text === ofCore) throw conflict('sandbox.refusalOfCore', {});
    if (text === tooLateToRefuse) throw conflict('sandbox.notRefusable', { status });
    requireDecided(result);
    return { paymentId, reason };
  }

  /** Revokes a consent in force, as its PSU. Throws CONFLICT for another one. */
  async revoke(caller: Caller, publicId: string): Promise<SandboxConsentReply> {
    const named = this.edge.readId(publicId, caller);
    if (named?.kind !== 'consent') throw unknownInSandbox();
    const { streamId: consentId } = named;
    const read = () => this.edge.queries.ask(new GetConsent(caller.tpp, consentId));
    const view = await untilThere(read);
    if (view === undefined) throw undecided();
    if (view.grant !== undefined) await this.endGrant(caller, publicId, consentId, view.grant);
    const { consentStatus } = (await read()) ?? view;
    if (consentStatus === 'revokedByPsu') return { consentId: publicId, consentStatus };
    throw conflict('sandbox.notRevocable', { status: consentStatus });
  }

  private async endGrant(
    caller: Caller,
    publicId: string,
    consentId: string,
    { stream }: NonNullable<ConsentView['grant']>,
  ): Promise<void> {
    const path = otherChannelPaths.revocations.replace(':consentId', publicId);
    const id = commandIdOf(stream, byHandOf(caller, 'POST', path));
    const data = { by: 'psu', consentId } as const;
    const command = { id, type: 'RevokeAccess', stream, data } as const;
    requireDecided(await this.edge.tell('sca.commands.v1', caller, command, noView));
  }

  private async payment(caller: Caller, paymentId: string): Promise<FoundPayment> {
    const named = this.edge.readId(paymentId, caller);
    if (named?.kind === 'part') throw conflict('payment.partOfBulk', {});
    if (named === undefined || !paymentKinds.includes(named.kind)) throw unknownInSandbox();
    const { streamId } = named;
    const view = await untilThere(() =>
      this.edge.queries.ask(new GetPayment(caller.tpp, streamId)),
    );
    if (view === undefined) throw undecided();
    return { streamId, view };
  }

  /** Ends a request whose act was not decided, or came too late: the text names the status of the payment. */
  private async requireDone(
    result: CommandResult<unknown>,
    tooLate: TextKey,
    { tpp }: Caller,
    streamId: string,
  ): Promise<void> {
    if (result.is === 'decided') return;
    if (result.is === 'accepted') throw unavailable();
    const view = await this.edge.queries.ask(new GetPayment(tpp, streamId));
    throw conflict(tooLate, { status: view?.transactionStatus ?? '' });
  }
}

const conflict = (rule: TextKey, params: { readonly status?: string }): RequestError =>
  new RequestError([fault('CONFLICT', rule, '', params)]);
