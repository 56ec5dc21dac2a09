import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
  Res,
} from '@nestjs/common';
import {
  sandboxAgreementChange,
  sandboxAgreementCreation,
  SandboxAgreementsParameters,
} from '@nordgate/contracts/http';
import type {
  SandboxAgreement,
  SandboxAgreementCreation,
  SandboxAgreementsReply,
} from '@nordgate/contracts/http';
import { GetSandboxAgreements, ListSandboxAgreements } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { sandboxService } from '../../request/route-requirements.js';
import { warningsOf } from '../../reply/tpp-messages.js';
import { asSent, agreementsPath, pathOf, shownAgreement } from './sandbox-replies.js';
import {
  byHandOf,
  createdIdOf,
  decideByHand,
  requireDecided,
  requireKept,
  sandboxIdOf,
  tellByHand,
  unknownInSandbox,
} from './by-hand.js';
import { agreementsPageOf, pageLinks } from './customer-list.js';
import { atSentNames, engagementsOf, withSent } from './engagement-by-hand.js';
import { askerOf, customerWithNumber, insideId, namedOrMade } from './holders.js';
import { readSandboxBody } from './sandbox-body.js';

const route = `${agreementsPath}/:agreementId`;
const isAgreement = {
  says: 'The agreement with its engagements.',
  schema: 'SandboxAgreement',
} as const;
const made = asSent('SandboxAgreement', ['agreementId', 'ownerId', 'name', 'signers']);

/** Sandbox agreements by hand (specification section 1). Production does not have these routes. */
@Controller()
export class SandboxAgreementsController {
  constructor(private readonly edge: Edge) {}

  @Get(agreementsPath)
  @SignedRoute(sandboxService, {
    id: 'getSandboxAgreements',
    summary: 'The test agreements',
    query: SandboxAgreementsParameters,
    answers: {
      200: {
        says: 'A page of them, by name.',
        schema: 'SandboxAgreementsReply',
        headers: ['Link'],
      },
    },
  })
  async agreements(
    @Query() query: SandboxAgreementsParameters,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SandboxAgreementsReply> {
    const page = agreementsPageOf(query);
    const { agreements, total } = await this.edge.queries.ask(
      new ListSandboxAgreements(caller.generation, page.limit, page.offset),
    );
    reply.header('link', pageLinks(agreementsPath, page, total));
    return { agreements: agreements.map(shownAgreement) };
  }

  /** Throws RequestError: 400 RESOURCE_UNKNOWN for an owner that is no organisation of the sandbox. */
  @Post(agreementsPath)
  @SignedRoute(sandboxService, {
    id: 'createSandboxAgreement',
    summary: 'Makes a test agreement of an organisation with its engagements',
    body: sandboxAgreementCreation,
    answers: { 201: { ...isAgreement, schema: made, headers: ['Location'] } },
    refuses: [409],
  })
  async create(
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SandboxAgreement> {
    const { value, sent, warnings } = readSandboxBody(
      sandboxAgreementCreation,
      bytes,
      caller,
      this.edge,
    );
    const { name, signers = 1 } = value;
    const byHand = byHandOf(caller, 'POST', agreementsPath, bytes);
    const agreementId = createdIdOf(byHand);
    const stream = streams.agreement.id(agreementId);
    const find = () => this.find(agreementId, byHand.by.request);
    const ownerId = await this.ownerOf(value, caller, find);
    const engagements = await engagementsOf(
      askerOf(this.edge, caller),
      byHand,
      value.engagements ?? [],
      async () => (await find())?.engagements,
    );
    const data = { ...byHand, agreementId, ownerId, name, signers, engagements };
    const result = await tellByHand(this.edge, caller, {
      type: 'SignSandboxAgreement',
      stream,
      data,
    });
    requireDecided(atSentNames(result, value), 'sandbox.engaged');
    const made = requireKept(await find());
    reply.header('location', made._links.self.href);
    return { ...withSent(made, sent), ...warningsOf(warnings, caller.language) };
  }

  @Get(route)
  @SignedRoute(sandboxService, {
    id: 'getSandboxAgreement',
    summary: 'A test agreement',
    answers: { 200: isAgreement },
    refuses: [404],
  })
  async read(
    @Param('agreementId') agreementId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<SandboxAgreement> {
    const found = await this.find(sandboxIdOf(agreementId, caller));
    if (found === undefined) throw unknownInSandbox();
    return found;
  }

  @Put(route)
  @SignedRoute(sandboxService, {
    id: 'changeSandboxAgreement',
    summary: 'Replaces the name, the number of signers and the engagements of a test agreement',
    body: sandboxAgreementChange,
    answers: { 200: isAgreement },
    refuses: [404, 409],
  })
  async change(
    @Param('agreementId') agreementId: string,
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<SandboxAgreement> {
    const { value } = readSandboxBody(sandboxAgreementChange, bytes, caller, this.edge);
    const { name, signers = 1, engagements: wanted } = value;
    const inside = sandboxIdOf(agreementId, caller);
    const stream = streams.agreement.id(inside);
    const byHand = byHandOf(caller, 'PUT', pathOf.agreement(agreementId), bytes);
    const find = () => this.find(inside, byHand.by.request);
    const made = async () => (await find())?.engagements;
    const engagements =
      wanted && (await engagementsOf(askerOf(this.edge, caller), byHand, wanted, made));
    const data = { ...byHand, name, signers, ...defined({ engagements }) };
    const result = await tellByHand(this.edge, caller, {
      type: 'ChangeSandboxAgreement',
      stream,
      data,
    });
    requireDecided(atSentNames(result, value), 'sandbox.engaged');
    return requireKept(await find());
  }

  @Delete(route)
  @HttpCode(204)
  @SignedRoute(sandboxService, {
    id: 'removeSandboxAgreement',
    summary: 'Ends a test agreement with all engagements',
    answers: { 204: { says: 'It is ended.' } },
    refuses: [404],
  })
  async remove(
    @Param('agreementId') agreementId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    const stream = streams.agreement.id(sandboxIdOf(agreementId, caller));
    const data = byHandOf(caller, 'DELETE', pathOf.agreement(agreementId));
    await decideByHand(this.edge, caller, { type: 'EndSandboxAgreement', stream, data });
  }

  private async ownerOf(
    { owner = '', ownerId }: SandboxAgreementCreation,
    caller: Caller,
    findMade: () => Promise<SandboxAgreement | undefined>,
  ): Promise<string> {
    const named = () => customerWithNumber(askerOf(this.edge, caller), owner, '/owner');
    const made = async () => insideId((await findMade())?.ownerId, caller);
    return insideId(ownerId, caller) ?? namedOrMade(named, made);
  }

  private async find(agreementId: string, madeBy?: string): Promise<SandboxAgreement | undefined> {
    const [found] = await this.edge.queries.ask(new GetSandboxAgreements(agreementId, madeBy));
    return found === undefined ? undefined : shownAgreement(found);
  }
}
