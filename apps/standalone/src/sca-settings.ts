import { join } from 'node:path';
import {
  accountTermsOf,
  approvalTermsOf,
  rateTermsOf,
  retentionOf,
  scaTermsOf,
  timersOf,
} from '@nordgate/contracts/profile';
import type { BankProfile } from '@nordgate/contracts/profile';
import { readProviderClient } from '@nordgate/sca/provider-client';
import type { ScaSettings } from '@nordgate/sca/sca.settings';
import { SecretsFolder } from '@nordgate/service/settings';
import type { SecretWatch } from '@nordgate/service/settings';
import type { Config } from './config.js';

/** What the profile says of the site. The key for an identity provider is in the folder of secrets. */
export async function scaSettingsOf(
  { NORDGATE_DATA_DIR: dataDir }: Config,
  profile: BankProfile,
  watch: SecretWatch,
): Promise<
  Pick<
    ScaSettings,
    | 'bankName'
    | 'brand'
    | 'accessTexts'
    | 'timers'
    | 'authorisationMonths'
    | 'appLinks'
    | 'accountTerms'
    | 'terms'
    | 'rates'
    | 'sca'
    | 'providerClient'
  >
> {
  const sca = scaTermsOf(profile);
  const { authorisationMonths } = retentionOf(profile);
  const { accessTexts, appLinks, brand, name: bankName } = profile;
  const told = {
    bankName,
    accessTexts,
    brand,
    timers: timersOf(profile),
    accountTerms: accountTermsOf(profile),
    rates: rateTermsOf(profile),
    authorisationMonths,
    appLinks,
    terms: approvalTermsOf(profile),
    sca,
  };
  if (!sca.methods.includes('oidc')) return told;
  const secrets = new SecretsFolder(join(dataDir, 'secrets'), watch);
  return {
    ...told,
    providerClient: await readProviderClient({ secrets, watch, caFile: undefined }),
  };
}
