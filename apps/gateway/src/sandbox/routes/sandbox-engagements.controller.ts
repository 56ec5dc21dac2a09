import { isDeepStrictEqual } from 'node:util';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import type { ByHand } from '@nordgate/contracts/commands';
import { sandboxEngagement } from '@nordgate/contracts/http';
import type { SandboxAgreement, SandboxEngagement } from '@nordgate/contracts/http';
import { GetSandboxAgreements } from '@nordgate/contracts/queries';
import { streams, withoutGeneration } from '@nordgate/contracts/rules';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { sandboxService } from '../../request/route-requirements.js';
import {
  byHandOf,
  createdIdOf,
  decideByHand,
  requestIdReused,
  requireDecided,
  requireKept,
  sandboxIdOf,
  tellByHand,
  unknownInSandbox,
} from './by-hand.js';
import { atSentNames, engagementOf } from './engagement-by-hand.js';
import type { FindMade } from './engagement-by-hand.js';
import { readSandboxBody } from './sandbox-body.js';
import { agreementsPath, pathOf, shownAgreement } from './sandbox-replies.js';
import { askerOf } from './holders.js';

const collection = `${agreementsPath}/:agreementId/engagements`;
const route = `${collection}/:engagementId`;
const isEngagement = { says: 'The engagement.', schema: 'SandboxEngagement' } as const;

/** The ids of a path. */
interface EngagementPath {
  readonly agreementId: string;
  readonly engagementId: string;
}

/** Engagements of sandbox agreements by hand (specification section 1). Production does not have these routes. */
@Controller()
export class SandboxEngagementsController {
  constructor(private readonly edge: Edge) {}

  /**
   * Throws RequestError: 400 RESOURCE_UNKNOWN for a person or an account that cannot be engaged, and
   * CONFLICT for a person who is engaged for the account already.
   */
  @Post(collection)
  @SignedRoute(sandboxService, {
    id: 'createSandboxEngagement',
    summary: 'Engages a person for an account of the organisation',
    body: sandboxEngagement,
    answers: { 201: { ...isEngagement, headers: ['Location'] } },
    refuses: [404, 409],
  })
  async create(
    @Param('agreementId') agreementId: string,
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SandboxEngagement> {
    const { value } = readSandboxBody(sandboxEngagement, bytes, caller, this.edge);
    const inside = sandboxIdOf(agreementId, caller);
    const stream = streams.agreement.id(inside);
    const byHand = byHandOf(caller, 'POST', `${pathOf.agreement(agreementId)}/engagements`, bytes);
    const engagementId = createdIdOf(byHand);
    const made = this.made(inside, byHand);
    const data = {
      ...byHand,
      ...(await engagementOf(askerOf(this.edge, caller), engagementId, value, made)),
    };
    const before = engagementNamed(await made(), engagementId);
    if (before === undefined) {
      const result = await tellByHand(this.edge, caller, {
        type: 'AddSandboxEngagement',
        stream,
        data,
      });
      requireDecided(atSentNames(result, value), 'sandbox.engaged');
    } else {
      requireSame(before, data);
    }
    const engagement = before ?? engagementIn(await made(), engagementId);
    reply.header('location', engagement._links.self.href);
    return engagement;
  }

  @Get(route)
  @SignedRoute(sandboxService, {
    id: 'getSandboxEngagement',
    summary: 'An engagement of a test agreement',
    answers: { 200: isEngagement },
    refuses: [404],
  })
  async read(
    @Param() path: EngagementPath,
    @CurrentCaller() caller: Caller,
  ): Promise<SandboxEngagement> {
    const found = await this.find(path, caller);
    if (found === undefined) throw unknownInSandbox();
    return found;
  }

  /** Throws RequestError as `create` does. */
  @Put(route)
  @SignedRoute(sandboxService, {
    id: 'changeSandboxEngagement',
    summary: 'Replaces the person, the account and the roles of an engagement',
    body: sandboxEngagement,
    answers: { 200: isEngagement },
    refuses: [404, 409],
  })
  async change(
    @Param() path: EngagementPath,
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<SandboxEngagement> {
    const { value } = readSandboxBody(sandboxEngagement, bytes, caller, this.edge);
    const { stream, href, engagementId } = named(path, caller);
    const byHand = byHandOf(caller, 'PUT', href, bytes);
    const made = this.made(streams.agreement.idOf(stream), byHand);
    const data = {
      ...byHand,
      ...(await engagementOf(askerOf(this.edge, caller), engagementId, value, made)),
    };
    const result = await tellByHand(this.edge, caller, {
      type: 'ChangeSandboxEngagement',
      stream,
      data,
    });
    requireDecided(atSentNames(result, value), 'sandbox.engaged');
    return engagementIn(await made(), engagementId);
  }

  @Delete(route)
  @HttpCode(204)
  @SignedRoute(sandboxService, {
    id: 'removeSandboxEngagement',
    summary: 'Ends an engagement of a test agreement',
    answers: { 204: { says: 'It is ended.' } },
    refuses: [404],
  })
  async remove(@Param() path: EngagementPath, @CurrentCaller() caller: Caller): Promise<void> {
    const { stream, href, engagementId } = named(path, caller);
    const byHand = byHandOf(caller, 'DELETE', href);
    const data = { ...byHand, engagementId };
    await decideByHand(this.edge, caller, { type: 'EndSandboxEngagement', stream, data });
  }

  private async find(
    { agreementId, engagementId }: EngagementPath,
    caller: Caller,
  ): Promise<SandboxEngagement | undefined> {
    const query = new GetSandboxAgreements(sandboxIdOf(agreementId, caller));
    return engagementNamed(await this.engagements(query), engagementId);
  }

  /** The engagements of the agreement as the request has left it. */
  private made(agreementId: string, { by: { request } }: ByHand): FindMade {
    return () => this.engagements(new GetSandboxAgreements(agreementId, request));
  }

  private async engagements(query: GetSandboxAgreements) {
    const [agreement] = await this.edge.queries.ask(query);
    return agreement && shownAgreement(agreement).engagements;
  }
}

/**
 * An agreement does not keep the ids of engagements that have ended, so a repeat is recognised by what its first
 * request has made. Throws RequestError, CONFLICT, for another content.
 */
function requireSame(made: Engagement, wanted: Engagement): void {
  if (!isDeepStrictEqual(comparable(made), comparable(wanted))) throw requestIdReused();
}

/** The bank keeps each role once and in an order, and shows ids without the generation. */
function comparable({ customerId, accountId, roles }: Engagement): readonly unknown[] {
  return [withoutGeneration(customerId), withoutGeneration(accountId), new Set(roles)];
}

type Engagement = Pick<SandboxEngagement, 'customerId' | 'accountId' | 'roles'>;

/** The engagement that a request has made. Throws RequestError as `requireKept` does. */
function engagementIn(
  made: SandboxAgreement['engagements'] | undefined,
  engagementId: string,
): SandboxEngagement {
  return requireKept(engagementNamed(made, engagementId));
}

/** The engagement with an id inside or outside the bank, among those that are shown. */
function engagementNamed(
  engagements: SandboxAgreement['engagements'] | undefined,
  engagementId: string,
): SandboxEngagement | undefined {
  const shown = withoutGeneration(engagementId);
  return engagements?.find((one) => one.engagementId === shown);
}

/** The agreement's stream, and the path of the engagement. Throws RequestError, RESOURCE_UNKNOWN. */
function named({ agreementId, engagementId: id }: EngagementPath, caller: Caller) {
  const stream = streams.agreement.id(sandboxIdOf(agreementId, caller));
  const engagementId = sandboxIdOf(id, caller);
  return { stream, href: pathOf.engagement(agreementId, engagementId), engagementId };
}
