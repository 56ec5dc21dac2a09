import { setTimeout as delay } from 'node:timers/promises';
import {
  GetActingCustomer,
  GetAuthorisation,
  GetPayments,
  ListSandboxCustomers,
} from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import { touchesBefore } from '@nordgate/sca/testing/sca-without-site';
import { isRefusal } from '@nordgate/decider';
import type { SimulatedBank } from '../bank/simulated-bank.js';
import { SimulatedClock } from '../clock/simulated-clock.js';
import { tpp } from './derived-ids.js';
import type { Gateways } from './gateways.js';

/** A customer of the bank, with the account that the workload debits. */
export interface Person {
  readonly customerId: string;
  readonly account: string;
  /** The id of that account, and the stream that its entries name. */
  readonly accountId: string;
}

/** The first two customers of a world who act for themselves. @throws Error when there are fewer */
export async function peopleOf(
  gateways: Gateways,
  generation: number,
): Promise<readonly [Person, Person]> {
  const { customers } = await gateways.ask(new ListSandboxCustomers(generation, 10, 0));
  const people: Person[] = [];
  for (const { customerId } of customers) {
    const acting = await gateways.ask(new GetActingCustomer({ customerId }));
    const own = acting?.contexts.find(({ context }) => context === 'PRIVATE');
    const account = own?.debitable.find((bban) => own.currencies?.[bban] === 'NOK');
    const accountId = own?.viewable.find(({ bban }) => bban === account)?.accountId;
    if (account !== undefined && accountId !== undefined) {
      people.push({ customerId, account, accountId });
    }
  }
  const [first, second] = people;
  if (first === undefined || second === undefined) throw new Error('the world has no people');
  return [first, second];
}

const looks = 20;
const lookMs = 250;

/** What a PSU is to decide, and how. */
interface Decision {
  readonly approves: readonly { readonly paymentId: string; readonly hash: string }[];
  /** Ids of accounts, where a consent is asked for. */
  readonly accounts?: readonly string[];
}

/** Called between two steps of a PSU on the site: time passes, or somebody else acts. */
export type Meanwhile = () => Promise<unknown>;
const nothingMeanwhile: Meanwhile = () => Promise.resolve();

/** A PSU before the approval site, whose commands sca gives to itself. */
export class Psu {
  constructor(
    private readonly bank: SimulatedBank,
    private readonly gateways: Gateways,
    private readonly person: Person,
    private readonly generation: number,
  ) {}

  /**
   * Approves or refuses what an authorisation is for. Answers whether the site has confirmed it; otherwise the outcome is
   * not known.
   */
  async act(
    authorisationId: string,
    paymentIds: readonly string[],
    act: 'approve' | 'refuse',
    meanwhile = nothingMeanwhile,
  ): Promise<boolean> {
    if ((await this.#identified(authorisationId)) === undefined) return false;
    const stream = streams.authorisation.id(authorisationId);
    if (act === 'refuse') return hasRefused(await this.#execute(stream, refusal));
    const views = await this.gateways.ask(new GetPayments(tpp, paymentIds)).catch(() => []);
    if (views.length < paymentIds.length) return false;
    const approves = paymentIds.flatMap((id) =>
      views
        .filter((view) => view.paymentId === id)
        .map(({ paymentId, hash }) => ({ paymentId, hash })),
    );
    return this.#approve(stream, { approves }, meanwhile);
  }

  /** Gives a consent for these accounts. Answers with the PSU-ID that the TPP gets; undefined for an outcome that is not known. */
  async consent(
    authorisationId: string,
    accounts: readonly string[],
    meanwhile = nothingMeanwhile,
  ): Promise<string | undefined> {
    const psuId = await this.#identified(authorisationId);
    if (psuId === undefined) return undefined;
    const stream = streams.authorisation.id(authorisationId);
    return (await this.#approve(stream, { approves: [], accounts }, meanwhile)) ? psuId : undefined;
  }

  /** Logs in at a link that is not for this person, and finds that nothing of it may be debited. */
  async intrude(authorisationId: string): Promise<void> {
    if ((await this.#identified(authorisationId)) === undefined) return;
    const stream = streams.authorisation.id(authorisationId);
    await this.#isDone(stream, 'RefuseAuthorisation', { reason: 'not-debitable' });
  }

  /** Ends the access that this person gave the TPP. Answers whether the site has confirmed it. */
  async revoke(consentId: string): Promise<boolean> {
    const stream = streams.access.id(this.generation, tpp, this.person.customerId, 'PRIVATE');
    const outcome = await this.#execute(stream, {
      type: 'RevokeAccess',
      data: { by: 'psu', consentId },
    });
    return outcome !== gone && !isRefusal(outcome);
  }

  /** The PSU-ID of the person for the TPP, once the site has let the person in. */
  async #identified(authorisationId: string): Promise<string | undefined> {
    if (!(await this.#isOpen(authorisationId))) return undefined;
    const { customerId } = this.person;
    const psuId = await this.#execute(streams.psu.id(this.generation, tpp, customerId), {
      type: 'RecognisePsu',
      data: { tpp, customerId, psuId: crypto.randomUUID() },
    });
    if (typeof psuId !== 'string') return undefined;
    const stream = streams.authorisation.id(authorisationId);
    const identity = { customerId, psuId, browser: customerId };
    return (await this.#isDone(stream, 'IdentifyPsu', identity)) ? psuId : undefined;
  }

  /** Shows what is to be approved, and approves it: now and then twice at the same moment, as with a double click. */
  async #approve(stream: string, decision: Decision, meanwhile: Meanwhile): Promise<boolean> {
    const challenge = { method: 'sandbox-code', context: 'PRIVATE', ...decision };
    if (!(await this.#isDone(stream, 'ShowChallenge', challenge))) return false;
    await meanwhile();
    const data = { proved: challenge, declined: [], signers: 1 };
    const finalise = () => this.#isDone(stream, 'FinaliseAuthorisation', data, 'finalised');
    const [isDone] = await Promise.all([finalise(), finalise()]);
    return isDone;
  }

  async #isOpen(authorisationId: string): Promise<boolean> {
    for (let look = 0; look < looks; look += 1) {
      const view = await this.gateways
        .ask(new GetAuthorisation(tpp, authorisationId))
        .catch(() => null);
      if (view !== null) return view.scaStatus === 'received';
      await delay(lookMs);
    }
    return false;
  }

  async #isDone(stream: string, type: string, data: object, state?: string): Promise<boolean> {
    const outcome = await this.#execute(stream, { type, data });
    if (outcome === gone || outcome === null || isRefusal(outcome)) return false;
    return state === undefined || (outcome as { is?: string }).is === state;
  }

  /** The answer of sca; `gone` when it could not decide, or has ended. */
  async #execute(
    stream: string,
    { type, data }: { readonly type: string; readonly data: object },
  ): Promise<unknown> {
    const sca = this.bank.running('sca');
    const nowMs = SimulatedClock.nowMs();
    const moment = await this.gateways.moment().catch(() => undefined);
    if (sca === undefined || moment === undefined) return gone;
    const { owner } = sca.process;
    // The site asks the database of sca, whose clock is right.
    const at = new Date(nowMs + (moment.aheadMs ?? 0)).toISOString();
    const meta = { ...moment, at, actor: 'psu' };
    const id = `${stream}/${crypto.randomUUID()}`;
    const command = { id, type, stream, data, meta };
    // As the site does: the first command on an authorisation touches it.
    const executed = owner.run(async () => {
      if (owner.isFrozen) await owner.thawed();
      return sca.commands.execute(command, await touchesBefore(sca.database, stream));
    });
    const ended = owner.ended.then(() => gone);
    return Promise.race([executed, ended]).catch(() => gone);
  }
}

const refusal = { type: 'RefuseAuthorisation', data: {} };

/** Whether the site would confirm a refusal. A link that has failed before, as its time was over, refuses nothing. */
export function hasRefused(outcome: unknown): boolean {
  if (outcome === gone || outcome === null || isRefusal(outcome)) return false;
  const { is, failure } = outcome as {
    readonly is?: string;
    readonly failure?: { readonly reason?: string };
  };
  return is === 'failed' && failure?.reason === 'refused';
}

/** Instead of an answer: sca could not decide, or has ended. */
const gone = Symbol('gone');
