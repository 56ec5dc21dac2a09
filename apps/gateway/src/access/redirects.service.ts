import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { GetAuthorisation } from '@nordgate/contracts/queries';
import type { AuthorisedResource } from '@nordgate/contracts/events';
import type { MessageCode } from '@nordgate/contracts/codes';
import type { Link } from '@nordgate/contracts/http';
import type { ScaCommands } from '@nordgate/contracts/commands';
import type { TextKey } from '@nordgate/contracts/texts';
import { defined } from '@nordgate/decider';
import { authorisationLinkOf, consentLinks } from './links.js';
import type { AuthorisationLink } from './links.js';
import { streamIdOf, streams } from '@nordgate/contracts/rules';
import { fault, RequestError } from '../reply/request-error.js';
import type { Caller } from './caller.js';
import { initiatorOf } from './caller.js';
import { Edge } from './edge.service.js';

/** The request that needs the PSU, and the purpose of the authorisation. */
export interface Asking {
  readonly method: 'GET' | 'POST';
  readonly route: string;
  /** The PSU grants accounts; without it the PSU only logs in. */
  readonly asks?: 'accounts';
}

/** Sends the PSU to the bank before a request can be served (specification 5.10). */
@Injectable()
export class Redirects {
  constructor(private readonly edge: Edge) {}

  /**
   * Opens an authorisation for access to the bank. Returns the error with its scaRedirect link and, where
   * the PSU grants accounts, with the consent that the PSU gives there.
   */
  async toAccess(
    caller: Caller,
    asking: Asking,
    { code, rule }: { readonly code: MessageCode; readonly rule: TextKey },
  ): Promise<RequestError> {
    const { href, authorisation } = await this.open(caller, asking);
    const scaRedirect: Link = { href, verbs: ['GET'] };
    if (asking.asks === undefined) {
      return new RequestError([fault(code, rule)], { links: { scaRedirect } });
    }
    const { consentId, links } = this.consentOf(caller, authorisation.id);
    return new RequestError([fault(code, rule)], { consentId, links: { scaRedirect, ...links } });
  }

  /**
   * The consent that an authorisation asks for, with its links. The id of a consent is that of its first
   * authorisation.
   */
  consentOf(caller: Caller, id: string) {
    const consentId = this.edge.publicId('consent', id, caller);
    const { self, status } = consentLinks(consentId);
    const authorisationId = this.edge.publicId('authorisation', id, caller);
    const path = `${self.href}/authorisations/${authorisationId}`;
    const scaStatus: Link = { href: path, verbs: ['GET'] };
    return { consentId, links: { self, status, scaStatus } };
  }

  /** Opens the authorisation. Its id is derived, so a repeat of the request gets the same link. */
  async open(caller: Caller, { method, route, asks }: Asking): Promise<AuthorisationLink> {
    const asked = streamIdOf(caller, method, route);
    const link = authorisationLinkOf(`access-${asked}`, caller.requestId, this.edge.settings);
    const { authorisation } = link;
    const consentId = asks === undefined ? undefined : authorisation.id;
    const resource: AuthorisedResource = { kind: 'access', ...defined({ asks, consentId }) };
    const data: ScaCommands['OpenAuthorisation']['data'] = {
      resource,
      initiator: { ...initiatorOf(caller, randomUUID), ...defined({ roles: caller.roles }) },
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
