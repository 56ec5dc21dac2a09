import { Inject, Injectable } from '@nestjs/common';
import type {
  CommandTopic,
  CommandTypeOn,
  ReceiptOf,
  SentCommand,
} from '@nordgate/contracts/commands';
import type { Initiator } from '@nordgate/contracts/events';
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

  /**
   * Sends a command in the caller's name, with the gateway's time. The contract of the topic fixes its
   * data, its stream and its receipt; the view answers where the receipt is late.
   */
  tell<Topic extends CommandTopic, Type extends CommandTypeOn<Topic>, View>(
    topic: Topic,
    caller: Caller,
    command: SentCommand<Topic> & { readonly type: Type },
    readView: () => Promise<View | undefined>,
  ): Promise<CommandResult<ReceiptOf<Topic, Type> | View>> {
    const meta = { at: new Date().toISOString(), actor: caller.tpp };
    const { id, type, stream, data } = command;
    return this.commands.ask<ReceiptOf<Topic, Type> | View>(
      topic,
      { id, type, stream, data, meta },
      { readView },
    );
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
