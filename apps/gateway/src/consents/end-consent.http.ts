import { Controller, Delete, HttpCode, Param } from '@nestjs/common';
import { GetConsent } from '@nordgate/contracts/queries';
import type { ConsentView } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import type { ScaCommands } from '@nordgate/contracts/commands';
import type { Caller } from '../access/caller.js';
import { Edge } from '../access/edge.js';
import { Demands, TheCaller } from '../access/nest.js';
import { consentReading } from '../access/operation.js';
import { unavailable } from '../reply/refused.js';
import { untilThere } from '../reply/until-there.js';
import { consentsPath } from './asked-consents.js';
import { findConsent } from './find-consent.js';

/** DELETE of a consent: the PSU is asked no longer, or what was granted is over. */
@Controller(consentsPath)
export class EndConsentHttp {
  constructor(private readonly edge: Edge) {}

  /** What is over already stays as it ended. */
  @Delete(':id')
  @HttpCode(204)
  @Demands(consentReading, {
    id: 'endConsent',
    summary: 'End a consent',
    answers: { 204: { says: 'It is over.' } },
    refuses: [401, 404],
  })
  async end(@Param('id') id: string, @TheCaller() caller: Caller): Promise<void> {
    const { consentId, view } = await findConsent(this.edge, caller, id);
    let now = view;
    // Twice, as the PSU may approve between the look and the command.
    for (let attempt = 0; attempt < 2 && isLive(now); attempt += 1) {
      now = await this.call(consentId, now, caller);
    }
    if (isLive(now)) throw unavailable();
  }

  /** The consent after the command that fits how it stands. */
  private async call(consentId: string, view: ConsentView, caller: Caller): Promise<ConsentView> {
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
