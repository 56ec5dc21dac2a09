import type { BasketCommands } from '@nordgate/contracts/commands';
import type { BasketEvent } from '@nordgate/contracts/events';
import type { Command } from '@nordgate/decider';
import type { Samples } from '@nordgate/decider/testing';
import type { ApproveBasket } from '../approve/approve-basket.js';
import type { CreateBasket } from '../create/create-basket.js';
import type { DeleteBasket } from '../end/end-basket.js';
import type { FreezeBasket } from '../approve/approve-basket.js';
import type { SignBasket } from '../approve/approve-basket.js';
import type { RejectBasket } from '../end/end-basket.js';
import { aBasket, approvalOf, authorisation, basketStreamId, moments, tpp } from './a-basket.js';

/** The TPP's request that `aBasket()` starts with. */
export function toCreate(
  changes: Partial<CreateBasket['data']> = {},
  stream = basketStreamId,
): CreateBasket {
  const [first] = aBasket().created();
  if (first?.type !== 'BasketCreated') throw new Error('a basket starts with its creation');
  const { acceptedAt: at, ...made } = first.data;
  const data = { ...made, facts: [], ...changes };
  return {
    type: 'CreateBasket',
    id: `${stream}/${data.fingerprint}`,
    stream,
    data,
    meta: { at, actor: tpp },
  };
}

/** The approval page was opened. */
export function toFreeze(by = authorisation): FreezeBasket {
  return fromEventOf(by, 3, moments.shown, 'FreezeBasket', { by });
}

/** The PSU's approval of all members. */
export function toApprove(changes: Partial<ApproveBasket['data']> = {}): ApproveBasket {
  const approved = ['1', '2', '3'].map(approvalOf);
  const data = { by: authorisation, customerId: 'customer-1', approved, declined: [], ...changes };
  return fromEventOf(data.by, 4, moments.settled, 'ApproveBasket', data);
}

/** One of two signatures on all members. */
export function toSign(changes: Partial<SignBasket['data']> = {}): SignBasket {
  const { data } = toApprove({ corporateId: 'agreement-1', ...changes });
  return fromEventOf(data.by, 4, moments.settled, 'SignBasket', data);
}

/** The PSU's refusal. */
export function toReject(by = authorisation): RejectBasket {
  return fromEventOf(by, 4, moments.settled, 'RejectBasket', { by });
}

/** The TPP calls it off. */
export function toDelete(by = 'request-9'): DeleteBasket {
  return fromEventOf(by, 1, moments.deleted, 'DeleteBasket', { by });
}

function fromEventOf<Type extends keyof BasketCommands>(
  by: string,
  version: number,
  at: string,
  type: Type,
  data: BasketCommands[Type]['data'],
): Command<Type, BasketCommands[Type]['data']> {
  const id = `${by}@${String(version)}>${basketStreamId}`;
  return { type, id, stream: basketStreamId, data, meta: { at, actor: `event:${by}` } };
}

const { created, frozen } = aBasket();

/** The commands that write events. */
type Writing = Omit<BasketCommands, 'EnsureDecided'>;

/** Samples of these commands. The laws and the golden files use them. */
export const basketSamples: Samples<Writing, BasketEvent> = {
  CreateBasket: [
    { after: [], command: toCreate() },
    // The second member belongs to another basket.
    {
      after: [],
      command: toCreate(),
      facts: { holderOf: ({ key }) => (key === '2' ? 'basket-other' : undefined) },
    },
  ],
  FreezeBasket: [{ after: created(), command: toFreeze() }],
  SignBasket: [{ after: frozen(), command: toSign() }],
  ApproveBasket: [{ after: frozen(), command: toApprove() }],
  RejectBasket: [{ after: frozen(), command: toReject() }],
  DeleteBasket: [{ after: created(), command: toDelete() }],
};

/** What happened to a basket; `none` is before its first event. */
export type Situation =
  | 'none'
  | 'open'
  | 'frozen'
  | 'signed'
  | 'approved'
  | 'rejected'
  | 'deleted'
  | 'refused';

/** After which situations each event may come, and the situation after it. */
export const transitions: {
  readonly [Type in BasketEvent['type']]: {
    readonly after: readonly Situation[];
    readonly leadsTo: Situation;
  };
} = {
  BasketCreated: { after: ['none'], leadsTo: 'open' },
  BasketRefused: { after: ['none'], leadsTo: 'refused' },
  BasketFrozen: { after: ['open'], leadsTo: 'frozen' },
  BasketSigned: { after: ['open', 'frozen'], leadsTo: 'signed' },
  BasketApproved: { after: ['open', 'frozen', 'signed'], leadsTo: 'approved' },
  BasketRejected: { after: ['open', 'frozen', 'signed'], leadsTo: 'rejected' },
  BasketDeleted: { after: ['open'], leadsTo: 'deleted' },
};
