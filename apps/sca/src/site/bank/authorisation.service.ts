import { Injectable } from '@nestjs/common';
import { generationOf } from '@nordgate/contracts/rules';
import { isRefusal } from '@nordgate/decider';
import { ServiceUnavailableError } from '@nordgate/service';
import { DatabaseClock } from '../../session/database-clock.rows.js';
import { authorisationStreamId } from '../../authorisation/authorisation.js';
import type { Authorisation, Psu } from '../../authorisation/authorisation.js';
import type { EndVisit } from '../../authorisation/log-in.js';
import type { FailAuthorisation } from '../../authorisation/finish-authorisation.js';
import type { FinaliseAuthorisation } from '../../authorisation/finish-authorisation.js';
import type { IdentifyPsu } from '../../authorisation/log-in.js';
import { AuthorisationStates } from '../../authorisation/untouched-authorisations.rows.js';
import type { OpenAuthorisation } from '../../authorisation/open-authorisation.js';
import type { RefuseAuthorisation } from '../../authorisation/finish-authorisation.js';
import type { RefuseCode } from '../../authorisation/challenge.js';
import type { RefuseLogIn } from '../../authorisation/log-in.js';
import type { ShowChallenge } from '../../authorisation/challenge.js';
import { PsuCommandService } from './psu-command.service.js';

/** The commands on an authorisation that the site executes. */
type SiteCommand =
  | EndVisit
  | FailAuthorisation
  | FinaliseAuthorisation
  | IdentifyPsu
  | RefuseAuthorisation
  | RefuseCode
  | RefuseLogIn
  | ShowChallenge;

/** Such a command without the parts that are the same for all of them. */
export type SiteRequest = {
  [Type in SiteCommand['type']]: Pick<
    Extract<SiteCommand, { readonly type: Type }>,
    'type' | 'data'
  >;
}[SiteCommand['type']];

/** Reads authorisations and executes commands on them. */
@Injectable()
export class AuthorisationService {
  constructor(
    private readonly states: AuthorisationStates,
    private readonly commands: PsuCommandService,
    private readonly clock: DatabaseClock,
  ) {}

  /** The state of an authorisation, and the time that its deadlines are compared with. */
  async load(id: string): Promise<{ readonly authorisation: Authorisation; readonly now: string }> {
    const [authorisation, now] = await Promise.all([
      this.states.of(id),
      this.clock.now(generationOf(id)),
    ]);
    return { authorisation, now };
  }

  /** Opens an authorisation of the bank itself. Throws ServiceUnavailableError when that is refused. */
  async open(id: string, data: OpenAuthorisation['data']): Promise<void> {
    const stream = authorisationStreamId(id);
    const outcome = await this.commands.execute(
      stream,
      { type: 'OpenAuthorisation', data },
      'open',
    );
    if (isRefusal(outcome)) throw new ServiceUnavailableError('an authorisation was not opened');
  }

  /** Opens one for a PSU who is logged in already, in the browser whose hash `psu` holds. */
  async openFor(id: string, data: OpenAuthorisation['data'], psu: Psu): Promise<void> {
    await this.open(id, data);
    await this.execute(id, { type: 'IdentifyPsu', data: psu }, 'identify');
  }

  /** The state of the authorisation after the command, also when the command is refused. */
  async execute(id: string, request: SiteRequest, commandId?: string): Promise<Authorisation> {
    const outcome = await this.commands.execute(authorisationStreamId(id), request, commandId);
    return isRefusal(outcome) ? (await this.load(id)).authorisation : (outcome as Authorisation);
  }
}
