import { Module } from '@nestjs/common';
import { GetAccessHandler } from './access-view.queries.js';
import {
  GetConsentHandler,
  GetConsentInForceHandler,
  GetConsentsOfCustomerHandler,
} from './consent-view.queries.js';
import { DatabaseClock } from '../session/database-clock.rows.js';
import { LastReads } from './last-reads.service.js';
import { AccessFactsReader } from './access-facts.rows.js';
import { GetAccountAccessHandler, GiveBackReadHandler } from './account-access.queries.js';
import { FirstIdKeys } from './first-id-keys.rows.js';
import { UnattendedReads } from './unattended-reads.rows.js';

/**
 * What TPPs may read, and the consents behind it. Every read of accounts is decided by consent, then
 * session, then the count of reads without the PSU (ADR 31). The answer names the keys of ids. The last
 * reads are noted for the PSU's overview.
 */
@Module({
  providers: [
    DatabaseClock,
    AccessFactsReader,
    FirstIdKeys,
    UnattendedReads,
    LastReads,
    GetAccountAccessHandler,
    GiveBackReadHandler,
    GetAccessHandler,
    GetConsentHandler,
    GetConsentInForceHandler,
    GetConsentsOfCustomerHandler,
  ],
})
export class AccountAccessModule {}
