import type { BasketCommands } from '@nordgate/contracts/commands';
import { nothing, on } from '@nordgate/decider';
import type { DeciderTable } from '@nordgate/decider';
import { approveBasket } from './approve/approve-basket.js';
import { basketReceipt, createBasket } from './create/create-basket.js';
import { deleteBasket } from './end/end-basket.js';
import { basketStream } from './domain/basket.js';
import { freezeBasket } from './approve/approve-basket.js';
import { registerRow } from './payment-register/payment-register.js';
import { rejectBasket } from './end/end-basket.js';
import { signBasket } from './approve/approve-basket.js';

/** Who decides each command to baskets: one line per use case. */
export const basketsDeciders: DeciderTable<BasketCommands> = {
  CreateBasket: on(basketStream, createBasket, {
    receipt: basketReceipt,
    // The members' own events may still be on the way.
    rows: ({ data }) => data.facts.map(registerRow),
  }),
  // What the PSU did is proved by the event that they come from.
  FreezeBasket: on(basketStream, freezeBasket, { isInternal: true }),
  RejectBasket: on(basketStream, rejectBasket, { isInternal: true }),
  SignBasket: on(basketStream, signBasket, { isInternal: true }),
  ApproveBasket: on(basketStream, approveBasket, { isInternal: true }),
  DeleteBasket: on(basketStream, deleteBasket),
  EnsureDecided: on(basketStream, () => nothing),
};
