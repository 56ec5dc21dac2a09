import type { ServiceDefinition } from '@nordgate/service';
import { AccountsModule } from './accounts.module.js';
import { accountStream } from './domain/account.js';
import { agreementStream } from './domain/agreement.js';
import { cardAccountStream } from './domain/card-account.js';
import { customerStream } from './domain/customer.js';
import { sandboxStream } from './domain/sandbox.js';
import { tppStopStream } from './domain/tpp-stop.js';
import { ViewIndexes1790000000001 } from './migrations/1-view-indexes.migration.js';
import { tppOperations } from './stop-tpp/tpp.operations.js';

/** The accounts service: its streams, its topic, its module. */
export const accountsApp: ServiceDefinition = {
  name: 'accounts',
  module: AccountsModule,
  streams: [
    customerStream,
    agreementStream,
    accountStream,
    cardAccountStream,
    sandboxStream,
    tppStopStream,
  ],
  migrations: [ViewIndexes1790000000001],
  events: 'accounts.events.v1',
  operations: tppOperations,
};
