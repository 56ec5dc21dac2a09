import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import {
  ActInOtherChannel,
  GetWorldPlan,
  GetWorldTimeline,
  MoveWorldClock,
} from '@nordgate/contracts/queries';
import type {
  BankActOutcome,
  ClockOutcome,
  ServiceQuery,
  WorldPlan,
  WorldTimeline,
} from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import { ServiceUnavailableError, WORLDS } from '@nordgate/service';
import type { Worlds } from '@nordgate/service';
import type { Caller } from '../../access/caller.js';
import { RequestError } from '../../reply/request-error.js';
import { REQUEST_WATCHER } from '../../reply/request-error.filter.js';
import { tppMessageOf } from '../../reply/tpp-messages.js';
import { ConsoleWorlds } from './console-worlds.service.js';
import type { RequestWatch } from '../console/request-watch.hook.js';
import { OtherChannels } from './other-channels.service.js';

/** Who asks: a TPP, and the X-Request-ID of what it changes. */
interface Visitor {
  readonly tpp: string;
  readonly requestId?: string;
}

/** Asks and acts for a visit to the console, which has checked that the TPP may act. */
@Injectable()
export class ConsoleActs implements OnModuleInit {
  constructor(
    private readonly channels: OtherChannels,
    private readonly clocks: ConsoleWorlds,
    @Inject(WORLDS) private readonly worlds: Pick<Worlds, 'worldOf'>,
    @Inject(REQUEST_WATCHER) private readonly watch: Pick<RequestWatch, 'askBy'>,
  ) {}

  onModuleInit(): void {
    this.watch.askBy((query) => this.answer(query));
  }

  /** Undefined for another query. Rejects with ServiceUnavailableError while nobody knows the world of the TPP. */
  answer(query: ServiceQuery<unknown>): Promise<unknown> | undefined {
    if (query instanceof ActInOtherChannel) return this.carryOut(query);
    if (query instanceof MoveWorldClock) return this.moveClock(query);
    if (query instanceof GetWorldPlan || query instanceof GetWorldTimeline) return this.tell(query);
    return undefined;
  }

  private async tell(query: GetWorldPlan | GetWorldTimeline): Promise<WorldPlan | WorldTimeline> {
    const caller = await this.callerOf(query);
    if (caller === undefined) throw new ServiceUnavailableError(noWorld);
    return query instanceof GetWorldPlan
      ? this.clocks.plan(caller)
      : this.clocks.timeline(caller, query);
  }

  /** A refusal is an answer. */
  private async carryOut(query: ActInOtherChannel): Promise<BankActOutcome> {
    const caller = await this.callerOf(query);
    if (caller === undefined) return { is: 'refused', why: [noWorld] };
    try {
      return { is: 'done', status: await this.act(query, caller) };
    } catch (error) {
      return { is: 'refused', why: reasonsOf(error) };
    }
  }

  private async moveClock(query: MoveWorldClock): Promise<ClockOutcome> {
    const caller = await this.callerOf(query);
    if (caller === undefined) return { is: 'refused', why: [noWorld] };
    try {
      await this.clocks.move(caller, query);
      return { is: 'moved' };
    } catch (error) {
      return { is: 'refused', why: reasonsOf(error) };
    }
  }

  /** Undefined where the TPP has no world. */
  private async callerOf({ tpp, requestId = '' }: Visitor): Promise<Caller | undefined> {
    const world = await this.worlds.worldOf(tpp);
    if (world === undefined) return undefined;
    const { generation, aheadMs } = world;
    return {
      tpp,
      tppName: tpp,
      requestId,
      generation,
      fixes: new Set<string>(),
      ...defined({ aheadMs }),
      warnings: [],
      language: 'en',
    };
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

/** The texts of a refusal. Throws any other error. */
function reasonsOf(error: unknown): readonly string[] {
  if (!(error instanceof RequestError)) throw error;
  return error.faults.map((fault) => {
    const { path = '', text = '' } = tppMessageOf(fault, 'ERROR', 'en');
    return path === '' ? text : `${path}: ${text}`;
  });
}
