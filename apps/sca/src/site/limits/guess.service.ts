import { setTimeout as pause } from 'node:timers/promises';
import { createParamDecorator, Inject, Injectable } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { currentKeyOf } from '@nordgate/contracts/rules';
import { addressKeyOf } from '@nordgate/service/edge';
import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import { defaultSiteLimits, SCA_SETTINGS } from '../../sca.settings.js';
import type { ScaSettings } from '../../sca.settings.js';
import { tooMany } from '../frame/site-error.js';
import type { SiteError } from '../frame/site-error.js';
import { counterKey } from '../security/tokens.js';
import type { CounterKind } from '../security/tokens.js';
import { WrongTries } from './wrong-tries.rows.js';
import type { TryLimit } from './wrong-tries.rows.js';

/** How long a refusal is repeated without a look at the counter. */
const keptMs = 1000;

interface Refused {
  readonly seconds: number;
  readonly atMs: number;
}

/**
 * The keys whose tries were refused within the last second. A stranger who goes on after a refusal would
 * otherwise occupy the database with one row.
 */
export class RecentRefusals {
  private readonly refused = new Map<string, Refused>();

  constructor(
    /** A monotonic clock in milliseconds. */
    private readonly now: () => number,
    private readonly keysMax = 10_000,
  ) {}

  /** The seconds of a recent refusal; undefined when the counter has to be asked. */
  of(key: string): number | undefined {
    const found = this.refused.get(key);
    if (found === undefined) return undefined;
    if (this.now() - found.atMs < keptMs) return found.seconds;
    this.refused.delete(key);
    return undefined;
  }

  /** Keeps a refusal. A full list begins again, which only asks the counters again. */
  add(key: string, seconds: number): void {
    if (this.refused.size >= this.keysMax) this.refused.clear();
    this.refused.set(key, { seconds, atMs: this.now() });
  }

  get size(): number {
    return this.refused.size;
  }
}

/**
 * An honest PSU may follow a link before its event has arrived here, and the waiting page reloads ten
 * times. So an address may load links that are not open yet more often, by this factor. Every load counts,
 * because anybody can write the parameter of a reload.
 */
export const earlyLinksFactor = 100;

/** After this time all wrong tries of an address are forgiven. */
const forgivenSeconds = 600;

/** A customer's wrong codes in the last minutes, after which the answer to the next code is delayed. */
const promptCodes = 3;
/** The time in which one wrong code of a customer is forgiven. */
const codeForgivenSeconds = 300;
const firstDelayMs = 500;
/** Nobody waits longer for the answer to a right code, whatever strangers enter. */
export const delayMsMax = 8000;

/**
 * How long the check of a code waits after so many wrong codes of the same customer: not at all, then
 * twice as long with each code, up to `delayMsMax`. A right code is accepted after any number of wrong
 * ones, so a stranger cannot lock a customer out. A code that is forgiven in part still counts.
 */
export function delayMsAfter(wrongCodes: number): number {
  const late = Math.ceil(wrongCodes) - promptCodes;
  return late < 0 ? 0 : Math.min(delayMsMax, firstDelayMs * 2 ** late);
}

/** The client address of a request: of an IPv6 address, its network. */
export function addressOf({ ip }: FastifyRequest): string {
  return addressKeyOf(ip);
}

/** Parameter of a controller: the client address of the request. */
export const CurrentAddress = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  addressOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** A limit that is forgiven evenly. */
const limitOf = (max: number): TryLimit => ({ max, forgivenPerSecond: max / forgivenSeconds });

const ofCustomer: TryLimit = { forgivenPerSecond: 1 / codeForgivenSeconds };

/** The outcome of a guess, and whether the guess was wrong. */
export interface CheckedGuess<Outcome> {
  readonly outcome: Outcome;
  readonly isWrong: boolean;
}

type Check<Outcome> = () => Promise<CheckedGuess<Outcome>>;

/**
 * Limits wrong customer numbers, codes and links. A guess counts before it is checked, and the count is
 * taken back when the guess was right: so guesses that arrive together count exactly.
 */
@Injectable()
export class GuessService {
  private readonly ofAddress: TryLimit;
  private readonly ofEarlyLinks: TryLimit;
  private readonly refusals = new RecentRefusals(() => performance.now());

  constructor(
    private readonly tries: WrongTries,
    @Inject(SCA_SETTINGS) private readonly settings: ScaSettings,
  ) {
    const max = settings.limits?.wrongTriesMax ?? defaultSiteLimits.wrongTriesMax;
    this.ofAddress = limitOf(max);
    this.ofEarlyLinks = limitOf(max * earlyLinksFactor);
  }

  /** Counts a wrong link. Throws SiteError, 429, when there were too many from this address. */
  async wrongLink(address: string): Promise<void> {
    await this.takeOf(this.keyOf('address', address));
  }

  /** Counts a link that nobody has opened yet: wrong, or earlier than its event. Throws as `wrongLink`. */
  async earlyLink(address: string): Promise<void> {
    await this.takeOf(this.keyOf('early', address), this.ofEarlyLinks);
  }

  /**
   * Checks a customer number. Throws SiteError, 429, without a check when the address has sent too many
   * wrong ones.
   */
  async logIn<Outcome>(address: string, check: Check<Outcome>): Promise<Outcome> {
    const key = this.keyOf('address', address);
    await this.takeOf(key);
    return this.settled([key], check);
  }

  /**
   * Checks a code of a customer. Throws SiteError, 429, without a check when the address has sent too
   * many wrong ones. After wrong codes of the customer, from any address, the check waits. A right code
   * ends that: the customer is there.
   */
  async code<Outcome>(
    { address, customerId }: { readonly address: string; readonly customerId: string },
    check: Check<Outcome>,
  ): Promise<Outcome> {
    const key = this.keyOf('address', address);
    await this.takeOf(key);
    const customer = this.keyOf('customer', customerId);
    const taken = await this.tries.take(customer, ofCustomer);
    const delayMs = delayMsAfter(taken.is === 'taken' ? taken.before : 0);
    const { wait = pause } = this.settings;
    if (delayMs > 0) await wait(delayMs);
    return this.settled([key, customer], async () => {
      const checked = await check();
      if (!checked.isWrong) await this.tries.forget(customer);
      return checked;
    });
  }

  /** A guess that was not wrong, or that nobody could check, does not count. */
  private async settled<Outcome>(keys: readonly string[], check: Check<Outcome>): Promise<Outcome> {
    let isWrong = false;
    try {
      const checked = await check();
      isWrong = checked.isWrong;
      return checked.outcome;
    } finally {
      if (!isWrong) await Promise.all(keys.map((key) => this.tries.giveBack(key)));
    }
  }

  private async takeOf(key: string, limit = this.ofAddress): Promise<void> {
    const recent = this.refusals.of(key);
    if (recent !== undefined) throw refusal(recent);
    const taken = await this.tries.take(key, limit);
    if (taken.is === 'taken') return;
    this.refusals.add(key, taken.seconds);
    throw refusal(taken.seconds);
  }

  private keyOf(kind: CounterKind, value: string): string {
    return counterKey(currentKeyOf(this.settings.keys.cookies).key, kind, value);
  }
}

function refusal(seconds: number): SiteError {
  instrumentsOf().siteTurnedAway.add(1, { [attributeNames.cause]: 'wrong-tries' });
  return tooMany(seconds);
}
