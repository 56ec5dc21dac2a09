import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { handles } from '@nordgate/contracts/events';
import type { Handled } from '@nordgate/contracts/events';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { ReactsTo } from '@nordgate/messaging';
import { stoppedTppRow, tppStops } from '../hold/hold.rows.js';
import { maintenanceRow, maintenances } from '../maintenance/maintenance.rows.js';
import { generationRow } from './known-generation.rows.js';
import { orderRow } from './order-book.rows.js';
import { orderEvents, orderFactsOf } from './order-facts.js';
import type { OrderEvent } from './order-facts.js';
import { ORDER_TERMS } from './order-terms.js';
import type { OrderTerms } from './order-terms.js';

const worlds = handles('accounts.events.v1', ['WorldInitialised']);

/** Keeps by the events of other services what runs may pick. */
@Controller()
export class OrderBookConsumer {
  constructor(@Inject(ORDER_TERMS) private readonly terms: OrderTerms) {}

  @ReactsTo('batch.order-book', orderEvents)
  note(@Payload() received: ReceivedEvent<OrderEvent>): Reaction {
    return { rows: [orderRow(orderFactsOf(received, this.terms))] };
  }

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
