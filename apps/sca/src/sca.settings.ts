import type { KeyObject } from 'node:crypto';
import { scaTermsOf } from '@nordgate/contracts/profile';
import type {
  AccountTerms,
  ApprovalTerms,
  ProfileAccessText,
  ProfileAppLinks,
  ProfileBrand,
  RateTerms,
  ScaTerms,
  Timers,
} from '@nordgate/contracts/profile';
import type { IdKeys, KeySet } from '@nordgate/contracts/rules';
import type { ApprovalTrust } from '@nordgate/service';
import type { MountedValue } from '@nordgate/service/process';
import type { OcspStatuses, Revocations, TppRegister } from '@nordgate/service/trust';
import type { Current, SigningKey } from '@nordgate/service/settings';
import type { ServerLimits, TlsFiles } from '@nordgate/service/edge';
import type { HealthCheck } from '@nordgate/telemetry';

/** The part of the statuses by OCSP that sca uses. */
type CertificateStatuses = Pick<OcspStatuses, 'firstStatusOf' | 'start' | 'stop'>;

export type Environment = 'sandbox' | 'production';

/** What the site takes from strangers. */
export interface SiteLimits extends ServerLimits {
  /** A connection without traffic. */
  readonly idleMsMax: number;
  /** Requests per second of one address; bursts are ten seconds' worth. */
  readonly requestsPerSecond: number;
  /** Wrong customer numbers, codes and links of one address, forgiven evenly in ten minutes. */
  readonly wrongTriesMax: number;
}

/** The limits without settings. Slow headers end after ten seconds, and the check adds one at most. */
export const defaultSiteLimits: SiteLimits = {
  headersWithinMs: 10_000,
  requestWithinMs: 15_000,
  checkEveryMs: 1000,
  idleMsMax: 60_000,
  connectionsMax: 10_000,
  connectionsPerAddressMax: 100,
  requestsPerSecond: 10_000,
  wrongTriesMax: 30,
};

/** A private key on the curve P-256, and the id of its public half. */
export interface ClientKey {
  readonly id: string;
  readonly key: KeyObject;
}

/** The first key signs. The provider may use the public halves of all. */
export type ClientKeys = readonly [ClientKey, ...ClientKey[]];

/** How the site proves to the identity provider that it is the bank. */
export interface ProviderClientSettings {
  /** They change while the process runs. */
  readonly keys: Current<ClientKeys>;
  /** CAs of the provider in PEM, read for each connection; default: those of Node. */
  readonly ca?: Current<string> | undefined;
  /** Of one request to the provider. Default: five seconds. */
  readonly timeoutMs?: number;
}

/** What a process tells the SCA service and its site. */
export interface ScaSettings {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Where browsers reach the site, without a path. Default: host and port over plain http. */
  readonly publicUrl?: string;
  readonly environment: Environment;
  /** The bank, as its customers know it. Default: Nordgate. */
  readonly bankName?: string | undefined;
  /** The mark and the colours of the bank, as its profile has them. */
  readonly brand?: ProfileBrand | undefined;
  /** What the site says about access in the bank's own words, as its profile has them. */
  readonly accessTexts?: readonly ProfileAccessText[] | undefined;
  /** How long links, approval pages, sessions and unanswered consents last, as the bank's profile says. */
  readonly timers: Timers;
  /** How TPPs read accounts, as the bank's profile says. Default: that of a profile that is silent. */
  readonly accountTerms?: AccountTerms;
  /** What the bank's profile says of payments; without it no page names a fee, an estimate or a moved day. */
  readonly terms?: ApprovalTerms;
  /** How PSUs log in and approve, as the bank's profile says. Default: code and passkey. */
  readonly sca?: ScaTerms;
  /** Required with the method oidc. */
  readonly providerClient?: ProviderClientSettings | undefined;
  /** The register of TPPs; without it every TPP may act that the operator has not stopped. */
  readonly register?: MountedValue<TppRegister> | undefined;
  /** The revocation lists of the TPPs' CAs; without them no certificate counts as revoked. */
  readonly revocations?: MountedValue<Revocations> | undefined;
  /** The statuses of the TPPs' certificates by OCSP. They need `revocations`, which has the CAs. */
  readonly ocsp?: (HealthCheck & CertificateStatuses) | undefined;
  /** The bank's apps that open links of the site. */
  readonly appLinks?: ProfileAppLinks | undefined;
  /** How often PSUs may open the links of one TPP, as the bank's profile says. Default: that of the environment. */
  readonly rates?: RateTerms;
  /** A name whose addresses are those of all instances, which share the rates. Without it this is the only one. */
  readonly peersName?: string;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<SiteLimits>;
  /** Proxies whose X-Forwarded-For counts: addresses and networks with commas between them. */
  readonly trustedProxies?: string;
  /** The site's own certificate; without it TLS ends in front of the site. */
  readonly tlsFiles?: TlsFiles;
  /**
   * For an upgrade: the authorisations of payments and baskets of before this moment are written at once, not when somebody touches
   * them. ISO 8601.
   */
  readonly authorisationsAtOnceUntil?: string | undefined;
  /** Between two sweeps of expired authorisations. Default: one minute. */
  readonly sweepEveryMs?: number;
  /** Months after which authorisations that have ended are deleted. Default: never. */
  readonly authorisationMonths?: number;
  /** How long the request of a fresh link waits for the event that opens it. Default: one second. */
  readonly linkWaitMs?: number;
  /** Waits before the check of a delayed code. Default: a timer. */
  readonly wait?: (ms: number) => Promise<unknown>;
  /** The approvals that its reactions accept: its own, over the topic of events. */
  readonly approvals: ApprovalTrust;
  readonly keys: {
    /** Derive the codes of the sandbox's SCA method. */
    readonly code: KeySet;
    /** Derive form tokens and browser secrets. */
    readonly cookies: KeySet;
    /**
     * Made the tokens of the links of TPPs. Those of the gateway. Without them the site knows a link by the
     * stored hash of its token only, so a link that the gateway makes again with another key is unknown.
     */
    readonly links?: KeySet | undefined;
    /** Seals approvals. */
    readonly approvals: SigningKey;
    /** Make the ids of agreements that TPPs get. Those of the gateway. */
    readonly ids: IdKeys;
  };
}

/** The methods without a profile: those of the sandbox. */
export const defaultSca = scaTermsOf({ environment: 'sandbox' });

/** Injection token of ScaSettings. */
export const SCA_SETTINGS = 'nordgate.sca.settings';
