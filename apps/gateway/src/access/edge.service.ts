import { Inject, Injectable, Optional } from '@nestjs/common';
import type {
  CommandTopic,
  CommandTypeOn,
  ReceiptOf,
  SentCommand,
} from '@nordgate/contracts/commands';
import type { BankProfile, OfferedProduct } from '@nordgate/contracts/profile';
import { CommandClient, tooLarge } from '@nordgate/messaging';
import { QUERIES, worldNow } from '@nordgate/service';
import type { CommandResult } from '@nordgate/messaging';
import type { QueryClient } from '@nordgate/service';
import type { IdKeys, KeySet, NamedResource, ResourceKind } from '@nordgate/contracts/rules';
import {
  generationOf,
  publicAgreementOf,
  publicIdOf,
  readPublicId,
  withoutGeneration,
} from '@nordgate/contracts/rules';
import { tooLargeBody, unavailable, undecided } from '../reply/request-error.js';
import type { AnswerSealer } from '@nordgate/signature';
import { ServiceState } from '../guard/service-state.js';
import type { Caller } from './caller.js';

/** The seal of answers (specification 5.9). A mounted one changes when its files do. */
export interface ResponseSeal {
  /** What the bank publishes, as PEM: the certificate of the seal first. */
  readonly certificate: string;
  readonly sealer: AnswerSealer;
}

/** The settings that routes work with. */
export interface BankSettings {
  /** What the bank decides about its interface. */
  readonly profile: BankProfile;
  /** Base address of the approval site, for links. */
  readonly scaUrl: string;
  /** The keys of public ids. */
  readonly ids: IdKeys;
  /** The keys of the tokens in authorisation links. */
  readonly links: KeySet;
  /** Answers are not sealed without it. */
  readonly responseSeal?: ResponseSeal;
  /** Absent: production. */
  readonly environment?: 'sandbox' | 'production';
}

/** Injection token of {@link BankSettings}. */
export const BANK_SETTINGS = 'gateway.bank-settings';

/** A stream that a request creates, and where its commands go. */
export type CreatedStream = {
  readonly [Topic in CommandTopic]: 'EnsureDecided' extends CommandTypeOn<Topic>
    ? { readonly topic: Topic; readonly stream: SentCommand<Topic, 'EnsureDecided'>['stream'] }
    : never;
}[CommandTopic];

/** The tools of every route: it sends commands, asks queries, and translates public ids. */
@Injectable()
export class Edge {
  constructor(
    private readonly commands: CommandClient,
    @Inject(QUERIES) readonly queries: QueryClient,
    @Inject(BANK_SETTINGS) readonly settings: BankSettings,
    @Optional() private readonly services?: ServiceState,
  ) {}

  /** The time in the caller's world. */
  now(caller: Pick<Caller, 'aheadMs'>): Date {
    return worldNow(caller);
  }

  /**
   * Sends a command in the caller's name, with the time of the caller's world. The contract of the topic fixes its
   * data, its stream and its receipt; the view answers where the receipt is late. Throws RequestError: 413
   * for a command whose decision is larger than the bank stores as one event, 503 while the bank is maintained.
   */
  async tell<Topic extends CommandTopic, Type extends CommandTypeOn<Topic>, View>(
    topic: Topic,
    caller: Caller,
    command: SentCommand<Topic> & { readonly type: Type },
    readView: () => Promise<View | undefined>,
  ): Promise<CommandResult<ReceiptOf<Topic, Type> | View>> {
    this.services?.requireWrites(new Date());
    const { aheadMs = 0, tpp: actor } = caller;
    const meta = { at: this.now(caller).toISOString(), actor, ...(aheadMs > 0 && { aheadMs }) };
    const { id, type, stream, data } = command;
    const result = await this.commands.ask<ReceiptOf<Topic, Type> | View>(
      topic,
      { id, type, stream, data, meta },
      { readView },
    );
    if (result.is === 'refused' && result.refusal.refused === tooLarge) throw tooLargeBody();
    return result;
  }

  /**
   * Resolves when every command that reached the bank for a stream before is decided. Throws RequestError, 503, while one is not,
   * and CommandNotAcknowledgedError.
   */
  async ensureDecided({ topic, stream }: CreatedStream, caller: Caller): Promise<void> {
    const command = { id: `${stream}/decided`, type: 'EnsureDecided', stream, data: {} } as const;
    const result = await this.tell(topic, caller, command, noView);
    if (result.is === 'accepted') throw undecided();
  }

  /** Throws RequestError, PRODUCT_UNKNOWN, for a product of which the bank takes no payments now. */
  requireSwitchedOn(offered: OfferedProduct): void {
    this.services?.requireProduct(offered, this.settings.profile);
  }

  /** `letter`: of the key under which the TPP knows the id already. */
  publicId(
    kind: ResourceKind,
    streamId: string,
    caller: Pick<Caller, 'tpp'>,
    letter?: string,
  ): string {
    return publicIdOf({ kind, streamId }, caller.tpp, this.settings.ids, letter);
  }

  /** The id of an agreement, which the caller sends in PSU-Corporate-ID. */
  agreementId(agreement: string, caller: Caller): string {
    return publicAgreementOf(withoutGeneration(agreement), caller.tpp, this.settings.ids);
  }

  /** The id of a sub-payment of a bulk payment, counted from 0. */
  partId(streamId: string, part: number, caller: Pick<Caller, 'tpp'>): string {
    return publicIdOf({ kind: 'part', streamId, part }, caller.tpp, this.settings.ids);
  }

  /**
   * The resource of a public id; undefined for an id that was not made for this TPP, or that a reset
   * of the sandbox has made invisible. Accounts keep their ids over resets (ADR 56). Throws
   * RequestError, 503, for an id of a newer generation: another gateway knows of a reset before this one.
   */
  readId(publicId: string, caller: Caller): NamedResource | undefined {
    const named = readPublicId(publicId, caller.tpp, this.settings.ids);
    if (named === undefined || keepsItsId(named)) return named;
    const generation = generationOf(named.streamId);
    if (generation > caller.generation) throw unavailable();
    return generation === caller.generation ? named : undefined;
  }
}

/** No view shows it: only its outcome counts. */
const noView = () => Promise.resolve(undefined);

const keepsItsId = ({ kind }: NamedResource): boolean =>
  kind === 'account' || kind === 'card-account';
