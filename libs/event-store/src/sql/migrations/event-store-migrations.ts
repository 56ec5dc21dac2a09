import { CreateAppendUnasked1764000000000 } from './create-append-unasked-1764000000000.js';
import { CreateEventStore1700000000000 } from './create-event-store-1700000000000.js';
import { CreateProjections1765000000000 } from './create-projections-1765000000000.js';

/** The event store's part of every service database, in order. Shipped ones never change. */
export const eventStoreMigrations = [
  CreateEventStore1700000000000,
  CreateAppendUnasked1764000000000,
  CreateProjections1765000000000,
];
