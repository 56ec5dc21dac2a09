import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { ActInOtherChannel, BankActOutcome } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import { WORLDS } from '@nordgate/service';
import type { Worlds } from '@nordgate/service';
import type { Caller } from '../../access/caller.js';
import { RequestError } from '../../reply/request-error.js';
import { REQUEST_WATCHER } from '../../reply/request-error.filter.js';
import { tppMessageOf } from '../../reply/tpp-messages.js';
import type { RequestWatch } from '../console/request-watch.hook.js';
import { OtherChannels } from './other-channels.service.js';

/** Lets the bank act in other channels for a visit to the console, which has checked that the TPP may act. */
@Injectable()
export class ConsoleActs implements OnModuleInit {
  constructor(
    private readonly channels: OtherChannels,
    @Inject(WORLDS) private readonly worlds: Pick<Worlds, 'worldOf'>,
    @Inject(REQUEST_WATCHER) private readonly watch: Pick<RequestWatch, 'actBy'>,
  ) {}

  onModuleInit(): void {
    this.watch.actBy((query) => this.carryOut(query));
  }

  /** A refusal is an answer. Throws ServiceUnavailableError while nobody knows the world of the TPP. */
  async carryOut(query: ActInOtherChannel): Promise<BankActOutcome> {
    const { tpp, requestId } = query;
    const world = await this.worlds.worldOf(tpp);
    if (world === undefined) return { is: 'refused', why: [noWorld] };
    const { generation, aheadMs } = world;
    const caller: Caller = {
      tpp,
      tppName: tpp,
      requestId,
      generation,
      fixes: new Set<string>(),
      ...defined({ aheadMs }),
      warnings: [],
      language: 'en',
    };
    try {
      return { is: 'done', status: await this.act(query, caller) };
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return { is: 'refused', why: error.faults.map(textOf) };
    }
  }

  private async act({ act, id, body }: ActInOtherChannel, caller: Caller): Promise<string> {
    const { channels } = this;
    const bytes = Buffer.from(body);
    switch (act) {
      case 'change':
        return (await channels.change(caller, id, bytes)).transactionStatus;
      case 'cancel':
        return (await channels.cancel(caller, id)).transactionStatus;
      case 'refuse':
        return (await channels.refuse(caller, id, bytes)).reason;
      case 'revoke':
        return (await channels.revoke(caller, id)).consentStatus;
    }
  }
}

const noWorld = 'Your sandbox begins with the first request of your app.';

function textOf(fault: RequestError['faults'][number]): string {
  const { path = '', text = '' } = tppMessageOf(fault, 'ERROR', 'en');
  return path === '' ? text : `${path}: ${text}`;
}
