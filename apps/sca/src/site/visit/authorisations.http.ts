import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EventStore } from '@nordgate/event-store';
import { isRefusal } from '@nordgate/decider';
import type { Command } from '@nordgate/decider';
import { LocalCommands } from '@nordgate/messaging';
import { DatabaseClock } from '../../database-clock/database-clock.queries.js';
import { authorisationStream, authorisationStreamId } from '../../domain/authorisation.js';
import type { Authorisation, Psu } from '../../domain/authorisation.js';
import type { FailAuthorisation } from '../../fail-authorisation/fail-authorisation.js';
import type { FinaliseAuthorisation } from '../../finalise-authorisation/finalise-authorisation.js';
import type { IdentifyPsu } from '../../identify-psu/identify-psu.js';
import type { OpenAuthorisation } from '../../open-authorisation/open-authorisation.js';
import type { RefuseAuthorisation } from '../../refuse-authorisation/refuse-authorisation.js';
import type { RefuseCode } from '../../refuse-code/refuse-code.js';
import type { RefuseLogIn } from '../../refuse-log-in/refuse-log-in.js';
import type { ShowChallenge } from '../../show-challenge/show-challenge.js';

/** What the site asks of an authorisation. */
export type SiteCommand =
  | FailAuthorisation
  | FinaliseAuthorisation
  | IdentifyPsu
  | OpenAuthorisation
  | RefuseAuthorisation
  | RefuseCode
  | RefuseLogIn
  | ShowChallenge;

/** A command without what is the same for all of them. */
export type SiteRequest = {
  [Type in SiteCommand['type']]: Pick<
    Extract<SiteCommand, { readonly type: Type }>,
    'type' | 'data'
  >;
}[SiteCommand['type']];

/** The site's hand on authorisations. */
@Injectable()
export class Authorisations {
  constructor(
    private readonly store: EventStore,
    private readonly commands: LocalCommands,
    private readonly clock: DatabaseClock,
  ) {}

  /** Where an authorisation stands, and the time that its deadlines count by. */
  async load(id: string): Promise<{ readonly authorisation: Authorisation; readonly now: string }> {
    const [{ state }, now] = await Promise.all([
      this.store.state(authorisationStream, authorisationStreamId(id)),
      this.clock.now(),
    ]);
    return { authorisation: state, now };
  }

  /** Opens one of the bank's own for a PSU who is known already, in the browser of this secret. */
  async openFor(id: string, opening: OpenAuthorisation['data'], psu: Psu): Promise<void> {
    await this.execute(id, { type: 'OpenAuthorisation', data: opening }, 'open');
    await this.execute(id, { type: 'IdentifyPsu', data: psu }, 'identify');
  }

  /** Where the authorisation stands after the command, refused or not. */
  async execute(
    id: string,
    { type, data }: SiteRequest,
    commandId: string = randomUUID(),
  ): Promise<Authorisation> {
    const stream = authorisationStreamId(id);
    const at = await this.clock.now();
    const meta = { at, actor: 'psu' };
    const command: Command = { id: `${stream}/${commandId}`, type, stream, data, meta };
    const outcome = await this.commands.execute(command);
    return isRefusal(outcome) ? (await this.load(id)).authorisation : (outcome as Authorisation);
  }
}
