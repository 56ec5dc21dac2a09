import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { SCA_SETTINGS } from '../../sca.settings.js';
import type { ScaSettings } from '../../sca.settings.js';
import { siteAddress } from '../frame/site-address.js';

/** The site for which passkeys are made (WebAuthn level 3, section 5.1.3). */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** An IP address as the host of a URL: version 4 in four decimals, version 6 in brackets. */
const address = /^(\[.*\]|\d+\.\d+\.\d+\.\d+)$/;

/** The site as a relying party; undefined for an IP address, where browsers offer no passkeys. */
export function relyingPartyAt({ hostname, origin }: URL): RelyingParty | undefined {
  return address.test(hostname) ? undefined : { id: hostname, origin };
}

/** The relying party of this site. It is known once the site listens, because the port may be any. */
@Injectable()
export class RelyingPartyService {
  private known?: URL;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(SCA_SETTINGS) private readonly settings: ScaSettings,
  ) {}

  /** Undefined where browsers offer no passkeys. Throws before the site listens. */
  current(): RelyingParty | undefined {
    return relyingPartyAt(this.address());
  }

  /** Where browsers reach the site. Throws before the site listens. */
  address(): URL {
    this.known ??= siteAddress(this.settings, this.port());
    return this.known;
  }

  private port(): number {
    const server = this.host.httpAdapter.getHttpServer() as { address(): { port: number } | null };
    const address = server.address();
    if (address === null) throw new Error('the site does not listen yet');
    return address.port;
  }
}
