import { Controller, Get, Header, Inject } from '@nestjs/common';
import { SEAL_PATH } from '@nordgate/signature';
import { UnsignedRoute } from '../request/route.decorator.js';
import { BANK_SETTINGS } from '../access/edge.service.js';
import type { BankSettings } from '../access/edge.service.js';

/** Publishes the certificate of the seal, so that TPPs can check answers. */
@Controller()
export class SealController {
  constructor(@Inject(BANK_SETTINGS) private readonly settings: BankSettings) {}

  /** The seal's certificate, then further seals and issuers (RFC 8555 names the type). */
  @Get(SEAL_PATH)
  @UnsignedRoute({
    id: 'getSealCertificate',
    summary: 'What answers are sealed with',
    answers: {
      200: {
        says: 'The certificate of the seal, then any that issued it (RFC 8555).',
        schema: { type: 'string' },
        mediaType: 'application/pem-certificate-chain',
      },
    },
  })
  @Header('content-type', 'application/pem-certificate-chain')
  @Header('cache-control', 'public, max-age=3600')
  sealCertificate(): string {
    return this.settings.responseSeal?.certificate ?? '';
  }
}
