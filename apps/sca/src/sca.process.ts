import {
  AddressList,
  HostName,
  Optional,
  Origin,
  Path,
  Port,
  WholeNumber,
} from '@nordgate/contracts/fields';
import {
  accountTermsOf,
  approvalTermsOf,
  rateTermsOf,
  retentionOf,
  scaTermsOf,
  timersOf,
} from '@nordgate/contracts/profile';
import type { BankProfile, ScaTerms } from '@nordgate/contracts/profile';
import { defined } from '@nordgate/decider';
import { tlsFilesOf } from '@nordgate/service/edge';
import { withTppTrust } from '@nordgate/service/trust';
import {
  ApprovalSettings,
  bankProfileOf,
  watchDatabaseUrl,
  MomentWithin,
  readTogether,
  SecretsFolder,
  SettingsError,
} from '@nordgate/service/settings';
import type { ProcessDefinition, ProcessHost, StartedApp } from '@nordgate/service/process';
import type { SecretWatch } from '@nordgate/service/settings';
import { openTrust, trustOf } from './trust/trust.factory.js';
import { startSca } from './sca.module.js';
import type { ProviderClientSettings } from './sca.settings.js';
import { methodFault } from './site/challenge/method-rules.js';
import { readProviderClient } from './site/oidc/provider-client.source.js';

/** So many days an upgrade may take. */
const AT_ONCE_DAYS_MAX = 30;

/** The environment variables of the SCA service's process. */
export class ScaProcessSettings extends withTppTrust(ApprovalSettings) {
  @Port()
  SCA_PORT = 8081;

  /** The bank's profile (docs/reference/bank-profile.md); default: the built-in one. */
  @Optional()
  @Path()
  NORDGATE_PROFILE?: string;

  /** Folder of the TPPs' CAs and their revocation lists, that of the gateway. */
  @Optional()
  @Path()
  NORDGATE_TRUST_DIR?: string;

  /** Where browsers reach the site. */
  @Optional()
  @Origin()
  SCA_PUBLIC_URL?: string;

  /** PEM of the site's certificate, with its chain. */
  @Optional()
  @Path()
  SCA_TLS_CERT_FILE?: string;

  @Optional()
  @Path()
  SCA_TLS_KEY_FILE?: string;

  /** CAs of the identity provider in PEM; default: those of Node. */
  @Optional()
  @Path()
  SCA_OIDC_CA_FILE?: string;

  /** Proxies in front of the site; only their X-Forwarded-For counts. */
  @Optional()
  @AddressList()
  SCA_TRUSTED_PROXIES?: string;

  @WholeNumber(1)
  SCA_ADDRESS_CONNECTIONS = 100;

  @WholeNumber(1)
  SCA_ADDRESS_RATE = 10_000;

  /** A name of DNS whose addresses are those of all instances of the site. */
  @Optional()
  @HostName()
  SCA_PEERS_NAME?: string;

  /** Wrong customer numbers, codes and links of one address within ten minutes. */
  @WholeNumber(1)
  SCA_WRONG_TRIES = 30;

  /**
   * For an upgrade from a release that writes authorisations at once, or a rollback to it: those of payments and baskets
   * before this moment are written at once.
   */
  @Optional()
  @MomentWithin(AT_ONCE_DAYS_MAX)
  AUTHORISATIONS_AT_ONCE_UNTIL?: string;

  @Origin()
  PAYMENTS_URL!: string;

  @Origin()
  BASKETS_URL!: string;

  @Origin()
  ACCOUNTS_URL!: string;
}

/** How PSUs log in and approve. Throws SettingsError for methods that the environment must not start with. */
async function scaOf(
  { NORDGATE_ENVIRONMENT: environment }: ScaProcessSettings,
  profile: Promise<BankProfile>,
): Promise<ScaTerms | undefined> {
  const known = await profile.catch(() => undefined);
  const terms = known && scaTermsOf(known);
  const fault = terms && methodFault(environment, terms);
  if (fault !== undefined) throw new SettingsError(`NORDGATE_PROFILE: ${fault}`);
  return terms;
}

/** What the method oidc needs, when the profile lists it. */
async function providerClientOf(
  { SCA_OIDC_CA_FILE: caFile }: ScaProcessSettings,
  profile: Promise<BankProfile>,
  from: { readonly secrets: SecretsFolder; readonly watch: SecretWatch },
): Promise<ProviderClientSettings | undefined> {
  // Another reader reports a profile that cannot be read.
  const { sca } = await profile.catch(() => ({ sca: undefined }));
  if (sca?.methods.includes('oidc') !== true) return undefined;
  return readProviderClient({ ...from, caFile });
}

/** Reads the mounted files of the SCA service. */
function openFiles(settings: ScaProcessSettings, watch: SecretWatch) {
  const secrets = new SecretsFolder(settings.NORDGATE_SECRETS_DIR, watch);
  const profile = bankProfileOf(settings);
  return readTogether({
    databaseUrl: watchDatabaseUrl(settings, watch),
    code: secrets.keySet('codes.key'),
    cookies: secrets.keySet('cookies.key'),
    links: secrets.optionalKeySet('links.key'),
    approvals: secrets.signingKey('approvals'),
    approvalKeys: secrets.publicKeys('approvals'),
    ids: secrets.idKeys('ids.json'),
    operatorKeys: secrets.publicKeys('operator'),
    profile,
    sca: scaOf(settings, profile),
    providerClient: providerClientOf(settings, profile, { secrets, watch }),
    tlsFiles: tlsFilesOf('SCA', settings),
    trust: openTrust(settings),
  });
}

type ScaFiles = Awaited<ReturnType<typeof openFiles>>;

/** The SCA service with its web site as a process of production. */
export const scaProcess: ProcessDefinition<ScaProcessSettings, ScaFiles> = {
  name: 'sca',
  settings: ScaProcessSettings,
  addresses: ({ PAYMENTS_URL, BASKETS_URL, ACCOUNTS_URL }) => ({
    payments: PAYMENTS_URL,
    baskets: BASKETS_URL,
    accounts: ACCOUNTS_URL,
  }),
  open: openFiles,
  operatorKeys: ({ operatorKeys }) => operatorKeys,
  start: (host) => startSite(host, startSca),
};

/** Starts the service with its web site, as its process. */
export async function startSite(
  { settings, own, platform }: ProcessHost<ScaProcessSettings, ScaFiles>,
  start: typeof startSca,
): Promise<StartedApp> {
  const publicUrl = settings.SCA_PUBLIC_URL;
  const sca = await start(platform, {
    host: settings.HOST,
    port: settings.SCA_PORT,
    environment: settings.NORDGATE_ENVIRONMENT,
    bankName: own.profile.name,
    brand: own.profile.brand,
    accessTexts: own.profile.accessTexts,
    timers: timersOf(own.profile),
    accountTerms: accountTermsOf(own.profile),
    terms: approvalTermsOf(own.profile),
    rates: rateTermsOf(own.profile),
    authorisationMonths: retentionOf(own.profile).authorisationMonths,
    authorisationsAtOnceUntil: settings.AUTHORISATIONS_AT_ONCE_UNTIL,
    ...defined({ sca: own.sca }),
    providerClient: own.providerClient,
    appLinks: own.profile.appLinks,
    approvals: { keys: own.approvalKeys, unsealedUntil: settings.APPROVALS_UNSEALED_UNTIL },
    ...trustOf(own.trust, platform),
    keys: {
      code: own.code,
      cookies: own.cookies,
      links: own.links,
      ids: own.ids,
      approvals: own.approvals,
    },
    limits: {
      connectionsPerAddressMax: settings.SCA_ADDRESS_CONNECTIONS,
      requestsPerSecond: settings.SCA_ADDRESS_RATE,
      wrongTriesMax: settings.SCA_WRONG_TRIES,
    },
    ...defined({
      publicUrl,
      trustedProxies: settings.SCA_TRUSTED_PROXIES,
      tlsFiles: own.tlsFiles,
      peersName: settings.SCA_PEERS_NAME,
    }),
  });
  return { service: sca, operate: sca.operate, addresses: [['approval site', sca.url]] };
}
