import {
  AddressList,
  HostName,
  Optional,
  Origin,
  Path,
  Port,
  WholeNumber,
} from '@nordgate/contracts/fields';
import { withTppTrust } from '@nordgate/service/trust';
import { ProcessSettings } from '@nordgate/service/settings';

/** The environment variables of the gateway's TLS, limits and proxies. */
export class EdgeSettings extends ProcessSettings {
  @Optional()
  @Path()
  GATEWAY_TLS_CERT_FILE?: string;

  @Optional()
  @Path()
  GATEWAY_TLS_KEY_FILE?: string;

  @Optional()
  @WholeNumber(1)
  GATEWAY_TPP_RATE?: number;

  @Optional()
  @HostName()
  GATEWAY_PEERS_NAME?: string;

  @WholeNumber(1)
  GATEWAY_ADDRESS_RATE = 10_000;

  @WholeNumber(1)
  GATEWAY_SANDBOX_WRITE_RATE = 50;

  @WholeNumber(1)
  GATEWAY_ADDRESS_CONNECTIONS = 100;

  @WholeNumber(1)
  GATEWAY_LOOP_DELAY_MS = 500;

  @Optional()
  @AddressList()
  GATEWAY_TRUSTED_PROXIES?: string;
}

/** The environment variables of the gateway's process. */
export class GatewayProcessSettings extends withTppTrust(EdgeSettings) {
  @Port()
  GATEWAY_PORT = 8080;

  /** The bank's profile (docs/reference/bank-profile.md). Default: the profile of the environment. */
  @Optional()
  @Path()
  NORDGATE_PROFILE?: string;

  /** The address of the approval site for browsers, used in links. */
  @Origin()
  SCA_PUBLIC_URL!: string;

  /** Folder of the trusted CA certificates and of their revocation lists. */
  @Path()
  NORDGATE_TRUST_DIR!: string;

  @Origin()
  PAYMENTS_URL!: string;

  @Origin()
  BASKETS_URL!: string;

  @Origin()
  SCA_URL!: string;

  @Origin()
  ACCOUNTS_URL!: string;

  @Origin()
  BATCH_URL!: string;

  /** Where browsers reach the console of a sandbox. Without it the gateway keeps no requests. */
  @Optional()
  @Origin()
  CONSOLE_PUBLIC_URL?: string;

  /** PEM of the certificate that answers are sealed with, followed by its issuers. */
  @Optional()
  @Path()
  RESPONSE_SEAL_CERT_FILE?: string;

  @Optional()
  @Path()
  RESPONSE_SEAL_KEY_FILE?: string;
}
