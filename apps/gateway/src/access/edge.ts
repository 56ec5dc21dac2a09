import { Inject, Injectable } from '@nestjs/common';
import type { Initiator } from '@nordgate/contracts/events';
import type { TopicName } from '@nordgate/contracts/topics';
import type { Command } from '@nordgate/decider';
import { CommandClient } from '@nordgate/messaging';
import { QUERIES } from '@nordgate/service';
import type { CommandResult } from '@nordgate/messaging';
import type { QueryClient } from '@nordgate/service';
import { SETTINGS } from '../gateway.settings.js';
import type { GatewaySettings } from '../gateway.settings.js';
import type { ResourceKind } from '@nordgate/contracts/rules';
import { publicIdOf, readPublicId } from '@nordgate/contracts/rules';
import type { Caller } from './caller.js';

/** What every route works with: commands and queries inward, ids outward. */
@Injectable()
export class Edge {
  constructor(
    private readonly commands: CommandClient,
    @Inject(QUERIES) readonly queries: QueryClient,
    @Inject(SETTINGS) readonly settings: GatewaySettings,
  ) {}

  /** Sends a command in the caller's name; gateway time goes with it. */
  tell<Receipt>(
    topic: TopicName,
    caller: Caller,
    command: Pick<Command, 'id' | 'type' | 'stream' | 'data'>,
    readView: () => Promise<Receipt | undefined>,
  ): Promise<CommandResult<Receipt>> {
    const meta = { at: new Date().toISOString(), actor: caller.tpp };
    return this.commands.ask(topic, { ...command, meta }, { readView });
  }

  publicId(kind: ResourceKind, streamId: string, caller: Caller): string {
    return publicIdOf({ kind, streamId }, caller.tpp, this.settings.ids);
  }

  /** The id of a sub-payment of a bulk payment, counted from 0. */
  partId(streamId: string, part: number, caller: Caller): string {
    return publicIdOf({ kind: 'part', streamId, part }, caller.tpp, this.settings.ids);
  }

  readId(publicId: string, caller: Caller): ReturnType<typeof readPublicId> {
    return readPublicId(publicId, caller.tpp, this.settings.ids);
  }
}

/** Who starts a resource, for its events. The session id is the TPP's own, or minted here. */
export function initiatorOf(caller: Caller, mintedSessionId: () => string): Initiator {
  const { tpp, tppName, psuId, corporateId, context, redirectUri = '' } = caller;
  return {
    tpp,
    tppName,
    redirectUri,
    tppSessionId: caller.tppSessionId ?? mintedSessionId(),
    ...(psuId === undefined ? {} : { psuId }),
    ...(corporateId === undefined ? {} : { corporateId }),
    ...(context === undefined ? {} : { context }),
    ...(caller.redirectPreferred === undefined ? {} : { redirectPreferred: false }),
  };
}
