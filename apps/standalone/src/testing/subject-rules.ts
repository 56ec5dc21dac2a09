import { sandboxAccountsApp } from '@nordgate/accounts/accounts.sandbox';
import { sandboxBasketsApp } from '@nordgate/baskets/baskets.module';
import { batchAppWith } from '@nordgate/batch/batch.module';
import type { OperatedService } from '@nordgate/contracts/commands';
import { defaultProfile } from '@nordgate/contracts/profile';
import { testApprovals } from '@nordgate/contracts/testing';
import { paymentsAppWith } from '@nordgate/payments/payments.module';
import { sandboxScaApp } from '@nordgate/sca/sca.sandbox';
import { everyStream, everyTable } from '@nordgate/service';
import type { ServiceDefinition, SubjectRules } from '@nordgate/service';

const profile = defaultProfile('sandbox');
const apps: Readonly<Record<OperatedService, ServiceDefinition>> = {
  ...{ accounts: sandboxAccountsApp, baskets: sandboxBasketsApp, sca: sandboxScaApp },
  payments: paymentsAppWith(profile, testApprovals),
  batch: batchAppWith(profile, testApprovals),
};

/** What a service declares about the data of customers, with what is the same in every service. */
export function subjectRulesOf(service: OperatedService): Pick<SubjectRules, 'streams' | 'tables'> {
  const { subject = { streams: {}, tables: {} } } = apps[service];
  return {
    streams: { ...everyStream, ...subject.streams },
    tables: { ...everyTable, ...subject.tables },
  };
}

/** The types of the streams of a service. */
export const streamTypesOf = (service: OperatedService): readonly string[] =>
  apps[service].streams.map(({ name }) => name);
