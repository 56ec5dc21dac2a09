import { Body, Controller, Delete, Get, HttpCode, Put } from '@nestjs/common';
import type { AccountCommands, TppContactReceipt } from '@nordgate/contracts/commands';
import { tppContactRegistration } from '@nordgate/contracts/http';
import type { TppContactReply } from '@nordgate/contracts/http';
import { GetTppContact } from '@nordgate/contracts/queries';
import { streamIdOf, streams } from '@nordgate/contracts/rules';
import type { CommandResult } from '@nordgate/messaging';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { readBody } from '../../request/request-body.js';
import { fingerprintOf } from '../../access/repeated-request.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { tppService } from '../../request/route-requirements.js';
import { fault, RequestError, unavailable } from '../../reply/request-error.js';

const route = '/v1/tpp/contact';
const topic = 'accounts.commands.v1';
const isContact = {
  says: 'The address and since when the bank has it.',
  schema: 'TppContactReply',
} as const;

/** The address of a TPP for operational notices (specification section 1). */
@Controller()
export class TppContactController {
  constructor(private readonly edge: Edge) {}

  /** Throws RequestError: CONFLICT when the X-Request-ID has registered another address. */
  @Put(route)
  @SignedRoute(tppService, {
    id: 'registerTppContact',
    summary: 'Registers an address for operational notices, or replaces it',
    body: tppContactRegistration,
    answers: { 200: isContact },
    refuses: [409],
  })
  async register(
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<TppContactReply> {
    const { email } = readBody(tppContactRegistration, bytes, caller, this.edge).value;
    const { tpp, generation } = caller;
    const stream = streams.tppContact.id(generation, tpp);
    const by = streamIdOf(caller, 'PUT', route);
    const data: AccountCommands['RegisterTppContact']['data'] = { tppId: tpp, email, by };
    const fingerprint = fingerprintOf({ ...caller, body: bytes as Buffer });
    const id = `${stream}/${by}/${fingerprint}`;
    const command = { id, type: 'RegisterTppContact', stream, data } as const;
    return replyOf(await this.edge.tell(topic, caller, command, noView));
  }

  @Get(route)
  @SignedRoute(tppService, {
    id: 'getTppContact',
    summary: 'The registered address for operational notices',
    answers: { 200: isContact },
    refuses: [404],
  })
  async contact(@CurrentCaller() { tpp, generation }: Caller): Promise<TppContactReply> {
    const found = await this.edge.queries.ask(new GetTppContact(tpp, generation));
    if (found === null) throw new RequestError([fault('RESOURCE_UNKNOWN', 'contact.none')]);
    return { email: found.email, registeredAt: found.since };
  }

  @Delete(route)
  @HttpCode(204)
  @SignedRoute(tppService, {
    id: 'removeTppContact',
    summary: 'Removes the address for operational notices',
    answers: { 204: { says: 'No address is registered now.' } },
  })
  async remove(@CurrentCaller() caller: Caller): Promise<void> {
    const stream = streams.tppContact.id(caller.generation, caller.tpp);
    const id = `${stream}/${streamIdOf(caller, 'DELETE', route)}`;
    const command = { id, type: 'RemoveTppContact', stream, data: {} } as const;
    const { is } = await this.edge.tell(topic, caller, command, noView);
    if (is !== 'decided') throw unavailable();
  }
}

/** The address that another request registers meanwhile is no answer to this one. */
const noView = () => Promise.resolve(undefined);

function replyOf(result: CommandResult<TppContactReceipt | null | undefined>): TppContactReply {
  if (result.is === 'accepted') throw unavailable();
  // A request that is too long ago to be known again would get another answer than its first.
  if (result.is === 'refused' || result.receipt == null) {
    throw new RequestError([fault('CONFLICT', 'request.idReused', 'X-Request-ID')]);
  }
  return { email: result.receipt.email, registeredAt: result.receipt.since };
}
