import { Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { SandboxBatchRun, SandboxBatchRunStarted } from '@nordgate/contracts/http';
import { GetBatchRun, GetPayments } from '@nordgate/contracts/queries';
import type { BatchRunView } from '@nordgate/contracts/queries';
import { dayInOslo, streams } from '@nordgate/contracts/rules';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { untilThere } from '../../access/read-view.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { sandboxService } from '../../request/route-requirements.js';
import { unavailable } from '../../reply/request-error.js';
import { noView, requireDecided, unknownInSandbox } from './by-hand.js';
import {
  batchRunsPath,
  hrefOfRun,
  runIdFrom,
  shownBatchRun,
  startedRunOf,
  wholePaymentsIn,
} from './sandbox-batch-run.js';
import { UnseenOrders } from './clock-moves.js';

/** Runs of the batch on demand (specification section 1). Production does not have these routes. */
@Controller()
export class SandboxBatchRunsController {
  constructor(
    private readonly edge: Edge,
    private readonly unseen: UnseenOrders,
  ) {}

  /**
   * Starts a run for all payments that are due today, Sundays included. While a run is open, answers with that run and
   * queues one more. The run waits for what this TPP saw approved. A repeat of the request gets the same answer, also
   * after the run has ended. Throws RequestError, 503, while the command is not decided.
   */
  @Post(batchRunsPath)
  @HttpCode(202)
  @SignedRoute(sandboxService, {
    id: 'startSandboxBatchRun',
    summary: 'Executes the payments that are due today',
    answers: {
      202: {
        says: 'The run, which may be in progress already.',
        schema: 'SandboxBatchRunStarted',
        headers: ['Location'],
        leadsTo: { getSandboxBatchRun: { 'run-id': '$response.body#/runId' } },
      },
    },
  })
  async start(
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SandboxBatchRunStarted> {
    const { tpp, requestId, generation } = caller;
    const stream = streams.schedule.id(generation, this.edge.settings.profile.environment);
    const request = `${tpp}/${requestId}`;
    const awaits = await this.unseen.of(caller);
    const data = {
      day: dayInOslo(this.edge.now(caller)),
      request,
      by: tpp,
      ...(awaits.length > 0 && { awaits }),
    };
    const command = { id: `${stream}/${request}`, type: 'OpenRun', stream, data } as const;
    const result = await this.edge.tell('batch.commands.v1', caller, command, noView);
    requireDecided(result);
    const receipt = result.is === 'decided' ? result.receipt : undefined;
    if (receipt === undefined) throw unavailable();
    const started = startedRunOf(receipt, caller);
    // The report is there a moment after the decision: the link then leads to it.
    const newest = receipt.followingRunId ?? receipt.runId ?? '';
    await untilThere(() => this.edge.queries.ask(new GetBatchRun(newest, tpp)));
    reply.header('location', hrefOfRun(started.runId));
    return started;
  }

  /** Throws RequestError: RESOURCE_UNKNOWN for a run that does not exist, or that a reset has ended. */
  @Get(`${batchRunsPath}/:runId`)
  @SignedRoute(sandboxService, {
    id: 'getSandboxBatchRun',
    summary: 'The report of a run, also while it is in progress',
    answers: { 200: { says: "The run with this TPP's payments.", schema: 'SandboxBatchRun' } },
    refuses: [404],
  })
  async read(
    @Param('runId') publicId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<SandboxBatchRun> {
    const runId = runIdFrom(publicId, caller);
    if (runId === undefined) throw unknownInSandbox();
    const view = await this.edge.queries.ask(new GetBatchRun(runId, caller.tpp));
    if (view === null) throw unknownInSandbox();
    return shownBatchRun(view, {
      caller,
      edge: this.edge,
      services: await this.servicesIn(view, caller),
    });
  }

  /** The services of the failed payments of which the report names no part. */
  private async servicesIn(view: BatchRunView, { tpp }: Caller) {
    const ids = wholePaymentsIn(view);
    if (ids.length === 0) return new Map();
    const payments = await this.edge.queries.ask(new GetPayments(tpp, ids));
    return new Map(payments.map(({ paymentId, service }) => [paymentId, service]));
  }
}
