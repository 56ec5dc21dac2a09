import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type {
  MaintenanceEvent,
  PaymentEvent,
  SandboxInitialised,
  TppStopEvent,
} from '@nordgate/contracts/events';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { ReactsTo } from '@nordgate/messaging';
import { stoppedTppRow } from '../hold-execution/hold.rows.js';
import { maintenanceRow } from '../maintenance/maintenance.rows.js';
import { generationRow } from './known-generation.rows.js';
import { orderRow } from './order-book.rows.js';
import { orderEvents, orderFactsOf } from './order-facts.js';
import { ORDER_TERMS } from './order-terms.js';
import type { OrderTerms } from './order-terms.js';

/** Keeps by the events of other services what runs may pick. */
@Controller()
export class OrderBookConsumer {
  constructor(@Inject(ORDER_TERMS) private readonly terms: OrderTerms) {}

  @ReactsTo<PaymentEvent>('payments.events.v1', 'batch.order-book', orderEvents)
  note(@Payload() received: ReceivedEvent<PaymentEvent>): Reaction {
    return { rows: [orderRow(orderFactsOf(received, this.terms))] };
  }

  @ReactsTo<TppStopEvent>('accounts.events.v1', 'batch.stopped-tpps', ['TppStopped', 'TppReleased'])
  stop(@Payload() received: ReceivedEvent<TppStopEvent>): Reaction {
    return { rows: [stoppedTppRow(received)] };
  }

  @ReactsTo<MaintenanceEvent>('accounts.events.v1', 'batch.maintenance', [
    'MaintenancePlanned',
    'MaintenanceEnded',
  ])
  maintain(@Payload() received: ReceivedEvent<MaintenanceEvent>): Reaction {
    return { rows: [maintenanceRow(received)] };
  }

  @ReactsTo<SandboxInitialised>('accounts.events.v1', 'batch.generation', ['SandboxInitialised'])
  reset(@Payload() received: ReceivedEvent<SandboxInitialised>): Reaction {
    return { rows: [generationRow(received)] };
  }
}
