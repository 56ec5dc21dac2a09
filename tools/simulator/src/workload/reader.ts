import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from '@nordgate/chaos/chance';
import { SimulatedClock } from '../clock/simulated-clock.js';
import type { Between, Phase, ReadRecord } from './account-history.js';
import type { AccountPart, AskedConsent, AskedRead } from './account-part.js';
import type { Person, Psu } from './psu.js';
import { orUnavailable } from './unavailable.js';

export interface ReaderOptions {
  readonly part: AccountPart;
  readonly psu: Psu;
  readonly person: Person;
  readonly note: (read: ReadRecord) => void;
  /** Lets all clocks go on to a time. Absent in a run whose clocks do not jump. */
  readonly jumpTo: ((toMs: number, why: string) => Promise<void>) | undefined;
}

/** A consent that the bank has shown as valid. */
interface ValidConsent extends AskedConsent, Pick<ReadRecord, 'given' | 'endMs'> {
  readonly psuId: string;
}

const looksMax = 12;
const lookMs = 250;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A jump ends up to so long before its moment, so that reads come before and after it. */
const beforeMs = 400;
const betweenMsMax = 300;

/**
 * A TPP that reads an account with the consent of a person: several reads at the same moment, more than are permitted without the
 * PSU, and reads after the end.
 */
export class Reader {
  constructor(private readonly options: ReaderOptions) {}

  /** Asks for a consent, reads with it, and ends it: once or twice. */
  async run(chance: Chance): Promise<void> {
    for (let round = chance.between(1, 2); round > 0; round -= 1) {
      await delay(chance.between(0, 800));
      const consent = await this.#consent(chance);
      if (consent === undefined) continue;
      await this.#read(consent, 'valid', chance, { times: chance.between(2, 5) });
      const need = await this.#letTimePass(consent, chance);
      await this.#read(consent, 'valid', chance, { times: chance.between(2, 4), need });
      await this.#end(consent, chance);
    }
  }

  async #consent(chance: Chance): Promise<ValidConsent | undefined> {
    const { part, psu, person } = this.options;
    const asked = await part.askConsent(crypto.randomUUID()).catch(orUnavailable);
    if (asked === undefined) return undefined;
    const fromMs = SimulatedClock.nowMs();
    const meanwhile = () => delay(chance.between(0, 200));
    const psuId = await psu.consent(asked.consentId, [person.accountId], meanwhile);
    if (psuId === undefined) return undefined;
    const given: Between = { fromMs, untilMs: SimulatedClock.nowMs() };
    for (let look = 0; look < looksMax; look += 1) {
      const view = await part.consent(asked.consentId).catch(orUnavailable);
      if (view?.grant !== undefined) {
        return { ...asked, psuId, given, endMs: Date.parse(view.grant.validUntil) };
      }
      await delay(lookMs);
    }
    return undefined;
  }

  /** Reads one or two at a time. */
  async #read(
    consent: ValidConsent,
    phase: Phase,
    chance: Chance,
    reads: { readonly times: number; readonly need?: AskedRead['need'] | undefined },
  ): Promise<void> {
    const { accountId } = this.options.person;
    for (let time = 0; time < reads.times; time += 1) {
      const kind = chance.pick(['balances', 'balances', 'balances', 'transactions'] as const);
      const drawn = chance.pick(['unattended', 'unattended', 'unattended', 'attended'] as const);
      const { psuId, tppSessionId } = consent;
      const asked = { psuId, tppSessionId, accountId, kind, need: reads.need ?? drawn };
      const together = Array.from({ length: chance.between(1, 2) }, () => asked);
      await Promise.all(together.map((one) => this.#readOnce(one, consent, phase)));
      await delay(chance.between(0, betweenMsMax));
    }
  }

  async #readOnce(asked: AskedRead, consent: ValidConsent, phase: Phase): Promise<void> {
    const { part, note } = this.options;
    const fromMs = SimulatedClock.nowMs();
    const answer = (await part.read(asked).catch(orUnavailable)) ?? ({ is: 'unknown' } as const);
    const at = { fromMs, untilMs: SimulatedClock.nowMs() };
    const { kind, need, accountId } = asked;
    const { given, endMs } = consent;
    note({ kind, need, accountId, at, answer, phase, given, endMs });
  }

  /**
   * The clocks jump to the end of the hour of the session, of the reads of 24 hours, or of the consent. Answers for whom the account is
   * to be read then.
   */
  async #letTimePass(
    { given, endMs }: ValidConsent,
    chance: Chance,
  ): Promise<AskedRead['need'] | undefined> {
    const { jumpTo } = this.options;
    if (jumpTo === undefined) return undefined;
    const [why, toMs, need] = chance.pick([
      ['the end of a session', given.untilMs + hourMs, 'attended'],
      ['the end of a session', given.untilMs + hourMs, 'attended'],
      ['the next unattended reads', given.untilMs + dayMs, 'unattended'],
      ['the next unattended reads', given.untilMs + dayMs, 'unattended'],
      ['the end of a consent', endMs, 'unattended'],
    ] as const);
    await jumpTo(toMs - chance.between(0, beforeMs), why);
    return need;
  }

  /** The TPP or the PSU ends the consent, while a read is on its way. */
  async #end(consent: ValidConsent, chance: Chance): Promise<void> {
    const { part, psu } = this.options;
    const { consentId } = consent;
    const by = chance.pick(['tpp', 'psu', 'nobody'] as const);
    if (by === 'nobody') return;
    const meanwhile = this.#read(consent, 'unsure', chance.fork(), { times: 1 });
    const end = () => (by === 'tpp' ? part.endConsent(consentId) : psu.revoke(consentId));
    const isEnded = await end().catch(orUnavailable);
    if (isEnded === true)
      await this.#read(consent, 'ended', chance, { times: chance.between(1, 2) });
    await meanwhile;
  }
}
