import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { GetAuthorisation } from '@nordgate/contracts';
import type { MessageCode, ScaCommandData, TextKey } from '@nordgate/contracts';
import { authorisationLinkOf } from '../ids/authorisation-link.js';
import { streamIdOf } from '../ids/stream-id.js';
import { fault, Refused } from '../reply/refused.js';
import type { Caller } from './caller.js';
import { Edge, initiatorOf } from './edge.js';

/** Answers that send the PSU to the bank first (specification 5.10). */
@Injectable()
export class Redirects {
  constructor(private readonly edge: Edge) {}

  /** Opens an authorisation for access to the bank; the refusal carries its scaRedirect link. */
  async toAccess(
    caller: Caller,
    route: string,
    { code, rule }: { readonly code: MessageCode; readonly rule: TextKey },
  ): Promise<Refused> {
    const asked = streamIdOf(caller.tpp, 'GET', route, caller.requestId);
    const { authorisation, href } = authorisationLinkOf(
      `access-${asked}`,
      caller.requestId,
      this.edge.settings,
    );
    const data: ScaCommandData['OpenAuthorisation'] = {
      resource: { kind: 'access' },
      initiator: initiatorOf(caller, randomUUID),
      tokenHash: authorisation.tokenHash,
    };
    const stream = `authorisation-${authorisation.id}`;
    const command = { id: `${stream}/open`, type: 'OpenAuthorisation', stream, data };
    await this.edge.tell('sca.commands.v1', caller, command, async () => {
      const query = new GetAuthorisation(caller.tpp, authorisation.id);
      return (await this.edge.queries.ask(query)) ?? undefined;
    });
    return new Refused([fault(code, rule)], { links: { scaRedirect: { href, verbs: ['GET'] } } });
  }
}
