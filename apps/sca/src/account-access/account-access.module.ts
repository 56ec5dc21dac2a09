import { Module } from '@nestjs/common';
import { AccessFactsReader } from './access-facts.queries.js';
import { GetAccountAccessHandler, GiveBackReadHandler } from './account-access.queries.js';
import { IdKeys } from './id-keys.queries.js';
import { UnattendedReads } from './unattended-reads.queries.js';

/** Decides every read of accounts: consent, session, count, and the keys of the ids. */
@Module({
  providers: [
    AccessFactsReader,
    IdKeys,
    UnattendedReads,
    GetAccountAccessHandler,
    GiveBackReadHandler,
  ],
})
export class AccountAccessModule {}
