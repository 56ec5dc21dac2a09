import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { GetAuthorisation } from '@nordgate/contracts/queries';
import type { AuthorisedResource } from '@nordgate/contracts/events';
import type { MessageCode } from '@nordgate/contracts/codes';
import type { ScaCommands } from '@nordgate/contracts/commands';
import type { TextKey } from '@nordgate/contracts/texts';
import { authorisationLinkOf } from '../ids/authorisation-link.js';
import type { AuthorisationLink } from '../ids/authorisation-link.js';
import { streamIdOf, streams } from '@nordgate/contracts/rules';
import { fault, Refused } from '../reply/refused.js';
import type { Caller } from './caller.js';
import { Edge, initiatorOf } from './edge.js';

/** Which request needs the PSU, and what the PSU is asked for. */
export interface Asking {
  readonly method: 'GET' | 'POST';
  readonly route: string;
  /** Accounts to read; else just who the PSU is. */
  readonly asks?: 'accounts';
}

/** Answers that send the PSU to the bank first (specification 5.10). */
@Injectable()
export class Redirects {
  constructor(private readonly edge: Edge) {}

  /** Opens an authorisation for access to the bank; the refusal carries its scaRedirect link. */
  async toAccess(
    caller: Caller,
    asking: Asking,
    { code, rule }: { readonly code: MessageCode; readonly rule: TextKey },
  ): Promise<Refused> {
    const { href } = await this.open(caller, asking);
    return new Refused([fault(code, rule)], { links: { scaRedirect: { href, verbs: ['GET'] } } });
  }

  /** Opens the authorisation; its id is derived, so a repeat of the request gets the same link. */
  async open(caller: Caller, { method, route, asks }: Asking): Promise<AuthorisationLink> {
    const asked = streamIdOf(caller.tpp, method, route, caller.requestId);
    const link = authorisationLinkOf(`access-${asked}`, caller.requestId, this.edge.settings);
    const { authorisation } = link;
    const resource: AuthorisedResource = {
      kind: 'access',
      ...(asks === undefined ? {} : { asks }),
    };
    const data: ScaCommands['OpenAuthorisation']['data'] = {
      resource,
      initiator: initiatorOf(caller, randomUUID),
      tokenHash: authorisation.tokenHash,
    };
    const stream = streams.authorisation.id(authorisation.id);
    const command = { id: `${stream}/open`, type: 'OpenAuthorisation', stream, data } as const;
    await this.edge.tell('sca.commands.v1', caller, command, async () => {
      const query = new GetAuthorisation(caller.tpp, authorisation.id);
      return (await this.edge.queries.ask(query)) ?? undefined;
    });
    return link;
  }
}
