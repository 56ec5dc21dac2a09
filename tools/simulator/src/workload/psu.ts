import { setTimeout as delay } from 'node:timers/promises';
import {
  GetActingCustomer,
  GetAuthorisation,
  ListSandboxCustomers,
} from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import { isRefusal } from '@nordgate/decider';
import type { SimulatedBank } from '../bank/simulated-bank.js';
import { tpp } from './gateway-part.js';
import type { GatewayPart } from './gateway-part.js';

/** A customer of the bank, with the account that the workload debits. */
export interface Person {
  readonly customerId: string;
  readonly account: string;
}

/** The first customers of a world who act for themselves. */
export async function peopleOf(gateway: GatewayPart, generation: number): Promise<Person[]> {
  const { customers } = await gateway.ask(new ListSandboxCustomers(generation, 10, 0));
  const people: Person[] = [];
  for (const { customerId } of customers) {
    const acting = await gateway.ask(new GetActingCustomer({ customerId }));
    const own = acting?.contexts.find(({ context }) => context === 'PRIVATE');
    const account = own?.debitable.find((bban) => own.currencies?.[bban] === 'NOK');
    if (account !== undefined) people.push({ customerId, account });
  }
  return people;
}

const looks = 20;
const lookMs = 250;

/** A PSU before the approval site, whose commands sca gives to itself. */
export class Psu {
  constructor(
    private readonly bank: SimulatedBank,
    private readonly gateway: GatewayPart,
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
  ): Promise<boolean> {
    if (!(await this.#isOpen(authorisationId))) return false;
    const { customerId } = this.person;
    const psuId = await this.#execute(streams.psu.id(this.generation, tpp, customerId), {
      type: 'RecognisePsu',
      data: { tpp, customerId, psuId: crypto.randomUUID() },
    });
    if (typeof psuId !== 'string') return false;
    const stream = streams.authorisation.id(authorisationId);
    const identity = { customerId, psuId, browser: 'simulated' };
    if (!(await this.#isDone(stream, 'IdentifyPsu', identity))) return false;
    if (act === 'refuse') return this.#isDone(stream, 'RefuseAuthorisation', {}, 'failed');
    const views = await this.gateway.payments(paymentIds).catch(() => []);
    if (views.length < paymentIds.length) return false;
    const approves = paymentIds.flatMap((id) =>
      views
        .filter((view) => view.paymentId === id)
        .map(({ paymentId, hash }) => ({ paymentId, hash })),
    );
    const challenge = { method: 'sandbox-code', context: 'PRIVATE', approves };
    if (!(await this.#isDone(stream, 'ShowChallenge', challenge))) return false;
    const data = { proved: challenge, declined: [], signers: 1 };
    return this.#isDone(stream, 'FinaliseAuthorisation', data, 'finalised');
  }

  async #isOpen(authorisationId: string): Promise<boolean> {
    for (let look = 0; look < looks; look += 1) {
      const view = await this.gateway
        .ask(new GetAuthorisation(tpp, authorisationId))
        .catch(() => null);
      if (view !== null) return view.scaStatus === 'received';
      await delay(lookMs);
    }
    return false;
  }

  async #isDone(stream: string, type: string, data: object, state?: string): Promise<boolean> {
    const outcome = await this.#execute(stream, { type, data });
    if (outcome === undefined || outcome === null || isRefusal(outcome)) return false;
    return state === undefined || (outcome as { is?: string }).is === state;
  }

  /** The answer of sca; undefined when it could not decide, or is gone. */
  async #execute(
    stream: string,
    { type, data }: { readonly type: string; readonly data: object },
  ): Promise<unknown> {
    const sca = this.bank.running('sca');
    if (sca === undefined) return undefined;
    const { owner } = sca.process;
    const meta = { at: new Date().toISOString(), actor: 'psu' };
    const id = `${stream}/${crypto.randomUUID()}`;
    const executed = owner.run(() => sca.commands.execute({ id, type, stream, data, meta }));
    const gone = owner.ended.then(() => undefined);
    return Promise.race([executed, gone]).catch(() => undefined);
  }
}
