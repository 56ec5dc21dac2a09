import { Controller, Delete, HttpCode, Param } from '@nestjs/common';
import { streams } from '@nordgate/contracts/rules';
import { GetConsent } from '@nordgate/contracts/queries';
import type { ConsentView } from '@nordgate/contracts/queries';
import type { ScaCommands } from '@nordgate/contracts/commands';
import { consentLinks, consentsPath, deprecatedConsentsPath } from '../../access/links.js';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { consentReading } from '../../request/route-requirements.js';
import { fault, RequestError, unavailable } from '../../reply/request-error.js';
import { untilThere } from '../../access/read-view.js';
import { findConsent } from './find-consent.js';

/** DELETE of a consent: ends the question to the PSU, or the access that the PSU granted. */
@Controller()
export class EndConsentController {
  constructor(private readonly edge: Edge) {}

  /** The same under its former name. */
  @Delete(`${deprecatedConsentsPath}/:id`)
  @HttpCode(204)
  @SignedRoute(consentReading, {
    id: 'endConsentAsBefore',
    summary: 'The same under its former name (deprecated)',
    deprecated: true,
    answers: { 204: { says: 'It is over.' } },
    refuses: [401, 404, 409],
  })
  endAsBefore(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<void> {
    return this.end(id, caller);
  }

  /**
   * A consent that has ended stays unchanged. Throws RequestError, CONFLICT, for a consent in whose place
   * a newer one is in force: the access goes on under that one, which the answer names.
   */
  @Delete(`${consentsPath}/:id`)
  @HttpCode(204)
  @SignedRoute(consentReading, {
    id: 'endConsent',
    summary: 'End a consent and the access that it gives',
    answers: { 204: { says: 'It is over, and so is its access.' } },
    refuses: [401, 404, 409],
  })
  async end(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<void> {
    const { consentId, view } = await findConsent(this.edge, caller, id);
    let now = view;
    // Twice, because the PSU may approve between the read and the command.
    for (let attempt = 0; attempt < 2 && isLive(now); attempt += 1) {
      now = await this.endOnce(consentId, now, caller);
    }
    if (isLive(now)) throw unavailable();
    if (now.replacedBy !== undefined) throw this.replaced(now.replacedBy, caller);
  }

  private replaced(inForce: string, caller: Caller): RequestError {
    const consentId = this.edge.publicId('consent', inForce, caller);
    const links = consentLinks(consentId);
    const conflict = fault('CONFLICT', 'consent.replaced', '', { consentId });
    return new RequestError([conflict], { consentId, links });
  }

  /** Sends the command for the consent's status. Returns the consent after it. */
  private async endOnce(
    consentId: string,
    view: ConsentView,
    caller: Caller,
  ): Promise<ConsentView> {
    const read = () => this.edge.queries.ask(new GetConsent(caller.tpp, consentId));
    const ended = async () => {
      const after = await read();
      return after === null || isLive(after) ? undefined : after;
    };
    const command = view.grant === undefined ? callOff(consentId) : revoke(consentId, view.grant);
    await this.edge.tell('sca.commands.v1', caller, command, ended);
    const after = (await untilThere(ended)) ?? (await read());
    return after ?? view;
  }
}

function isLive({ consentStatus }: ConsentView): boolean {
  return consentStatus === 'received' || consentStatus === 'valid';
}

function callOff(consentId: string) {
  const data: ScaCommands['FailAuthorisation']['data'] = { reason: 'withdrawn' };
  const stream = streams.authorisation.id(consentId);
  return { id: `${stream}/withdraw`, type: 'FailAuthorisation', stream, data } as const;
}

function revoke(consentId: string, { stream }: NonNullable<ConsentView['grant']>) {
  const data: ScaCommands['RevokeAccess']['data'] = { by: 'tpp', consentId };
  return { id: `${stream}/revoke/${consentId}`, type: 'RevokeAccess', stream, data } as const;
}
