import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { SCA_SETTINGS } from '../../sca.settings.js';
import type { ScaSettings } from '../../sca.settings.js';
import { siteAddress } from '../frame/site-address.js';
import { relyingPartyAt } from './relying-party.js';
import type { RelyingParty } from './relying-party.js';

/** Where this site is, once it listens: an origin names the port, and that may be any free one. */
@Injectable()
export class SiteOrigin {
  private known?: URL;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(SCA_SETTINGS) private readonly settings: ScaSettings,
  ) {}

  /** Undefined where browsers offer no passkeys. */
  relyingParty(): RelyingParty | undefined {
    this.known ??= siteAddress(this.settings, this.port());
    return relyingPartyAt(this.known);
  }

  private port(): number {
    const server = this.host.httpAdapter.getHttpServer() as { address(): { port: number } | null };
    const address = server.address();
    if (address === null) throw new Error('the site does not listen yet');
    return address.port;
  }
}
