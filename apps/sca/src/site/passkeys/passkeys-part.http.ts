import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Site } from '../frame/site.http.js';
import type { PasskeysPart } from '../passkey/passkey-list.part.js';
import { CustomerPasskeys } from './customer-passkeys.http.js';
import { passkeysOnPage } from './passkeys-view.js';
import { SiteOrigin } from './site-origin.http.js';

/** The passkeys on a PSU's own overview. */
@Injectable()
export class PasskeysPartOfOverview {
  constructor(
    private readonly site: Site,
    private readonly customers: CustomerPasskeys,
    private readonly origin: SiteOrigin,
  ) {}

  /** Nothing where browsers offer no passkeys. */
  async onPage(customerId: string, request: FastifyRequest): Promise<PasskeysPart> {
    if (this.origin.relyingParty() === undefined) return {};
    const known = await this.customers.of(customerId);
    const { language } = this.site.frame(request);
    return { passkeys: passkeysOnPage(known.is === 'none' ? [] : known.passkeys, language) };
  }
}
