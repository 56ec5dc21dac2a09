import { Controller, Inject } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { handles } from '@nordgate/contracts/events';
import type { Handled } from '@nordgate/contracts/events';
import { noReaction } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { ReactsTo } from '@nordgate/messaging';
import { DATABASE } from '@nordgate/service';
import { stoppedTppRow, tppStops } from '../hold/hold.rows.js';
import { maintenanceRow, maintenances } from '../maintenance/maintenance.rows.js';
import { generationRow } from './known-generation.rows.js';
import { hasTerms, orderRow } from './order-book.rows.js';
import { approvedOrderEvents, orderEvents, orderFactsOf } from './order-facts.js';
import type { OrderEvent } from './order-facts.js';
import { ORDER_TERMS } from './order-terms.js';
import type { OrderTerms } from './order-terms.js';

const worlds = handles('accounts.events.v1', ['WorldInitialised']);

/** Keeps by the events of other services what runs may not pick. */
@Controller()
export class OrderBookConsumer {
  @ReactsTo('batch.stopped-tpps', tppStops)
  stop(@Payload() received: ReceivedEvent<Handled<typeof tppStops>>): Reaction {
    return { rows: [stoppedTppRow(received)] };
  }

  @ReactsTo('batch.maintenance', maintenances)
  maintain(@Payload() received: ReceivedEvent<Handled<typeof maintenances>>): Reaction {
    return { rows: [maintenanceRow(received)] };
  }

  @ReactsTo('batch.generation', worlds)
  begin(@Payload() received: ReceivedEvent<Handled<typeof worlds>>): Reaction {
    return { rows: [generationRow(received)] };
  }
}

/**
 * Keeps by the events of payments what runs may pick. A payment is noted when it is approved.
 *
 * @param readsInitiations also reads each new payment: where the profile exempts some from an approval, and for an upgrade
 */
export function notingOrders(readsInitiations: boolean): Type {
  @Controller()
  class OrderConsumer {
    constructor(
      @Inject(ORDER_TERMS) private readonly terms: OrderTerms,
      @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    ) {}

    @ReactsTo('batch.order-book', readsInitiations ? orderEvents : approvedOrderEvents)
    async note(@Payload() received: ReceivedEvent<OrderEvent>): Promise<Reaction> {
      if (!isNoted(received, this.terms)) return noReaction;
      const facts = orderFactsOf(received, this.terms);
      if (lacksTerms(received, this.terms) && !(await hasTerms(this.database, facts.paymentId))) {
        throw new Error(
          `${received.stream} was approved by an older release, and its initiation was not noted`,
        );
      }
      return { rows: [orderRow(facts)] };
    }
  }
  return OrderConsumer;
}

/** A payment that somebody has to approve is noted then, or at once by the time of its first event. */
function isNoted({ event, at }: ReceivedEvent<OrderEvent>, { atOnceUntil }: OrderTerms): boolean {
  if (event.type !== 'PaymentInitiated' || event.data.exemption !== undefined) return true;
  return atOnceUntil !== undefined && Date.parse(at) < Date.parse(atOnceUntil);
}

/** Such an approval is in the book by its initiation, which may be written with it while initiations are noted. */
function lacksTerms({ event }: ReceivedEvent<OrderEvent>, { atOnceUntil }: OrderTerms): boolean {
  return (
    atOnceUntil === undefined &&
    event.type === 'PaymentAuthorised' &&
    event.data.order === undefined
  );
}
