import { Controller, Delete, Res } from '@nestjs/common';
import type { CancellationReply } from '@nordgate/contracts/http';
import { GetPayment } from '@nordgate/contracts/queries';
import type { PaymentCommands } from '@nordgate/contracts/commands';
import type { PaymentView } from '@nordgate/contracts/queries';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { paymentChange } from '../../request/route-requirements.js';
import { paymentWith, requireOpenPayment } from '../authorisations/authorisable-payment.js';
import { startAuthorisation } from '../authorisations/start-authorisation.js';
import { streamIdOf, streams } from '@nordgate/contracts/rules';
import { ofEveryService, CurrentPaymentPath } from '../payment-products/payment-route.decorator.js';
import type { PaymentPath } from '../payment-products/payment-route.decorator.js';
import { findPayment } from '../payment-status/find-payment.js';
import { fault, RequestError, undecided } from '../../reply/request-error.js';

/** DELETE of a payment, in every service (specification 3, rule 2; rulings on payments). */
@Controller('v1')
export class CancelPaymentController {
  constructor(private readonly edge: Edge) {}

  /** 204 for an unapproved payment; 202 with scaRedirect for an approved one. */
  @Delete(ofEveryService())
  @SignedRoute(paymentChange, {
    id: 'cancelPayment',
    summary: 'Cancels a payment',
    answers: {
      202: {
        says: 'It is approved, so the PSU has to approve the cancellation too.',
        schema: 'CancellationReply',
        headers: ['ASPSP-SCA-Approach'],
      },
      204: { says: 'Nobody had approved it: it is cancelled.' },
    },
    refuses: [401, 404, 409],
  })
  async cancel(
    @CurrentPaymentPath() path: PaymentPath,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CancellationReply | undefined> {
    const { named, view } = await findPayment(this.edge, caller, path, 'own-psu');
    if (named.part !== undefined) throw new RequestError([fault('CONFLICT', 'payment.partOfBulk')]);
    if (view === undefined) throw undecided();
    const request = streamIdOf(caller, 'DELETE', named.streamId);
    const now =
      view.transactionStatus === 'RCVD'
        ? await this.sendCancellation(named.streamId, caller, request)
        : view;
    if (now.cancelledBy === request) {
      reply.code(204);
      return undefined;
    }
    return this.startCancellation(path, caller, now, reply);
  }

  /** The payment after the command: cancelled, or as another command left it before. */
  private async sendCancellation(
    id: string,
    caller: Caller,
    request: string,
  ): Promise<PaymentView> {
    const stream = streams.payment.id(id);
    const data: PaymentCommands['CancelPayment']['data'] = {
      by: caller.tpp,
      onlyUnapproved: true,
      request,
    };
    const command = { id: `${stream}/${request}`, type: 'CancelPayment', stream, data } as const;
    const readView = async () => {
      const view = await this.edge.queries.ask(new GetPayment(caller.tpp, id));
      return view === null || view.transactionStatus === 'RCVD' ? undefined : view;
    };
    await this.edge.tell('payments.commands.v1', caller, command, readView);
    const view = await readView();
    if (view === undefined) throw undecided();
    return view;
  }

  private async startCancellation(
    path: PaymentPath,
    caller: Caller,
    view: PaymentView,
    reply: FastifyReply,
  ): Promise<CancellationReply> {
    const list = 'cancellation-authorisations';
    const payment = await paymentWith(list, this.edge, caller, path);
    const { _links } = await startAuthorisation(this.edge, caller, payment, () =>
      requireOpenPayment(list, this.edge, payment),
    );
    reply.code(202).header('aspsp-sca-approach', 'REDIRECT');
    return { transactionStatus: view.transactionStatus, _links };
  }
}
