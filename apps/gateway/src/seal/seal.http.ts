import { Controller, Get, Header, Inject } from '@nestjs/common';
import { SEAL_PATH } from '@nordgate/signature';
import { Unsigned } from '../access/nest.js';
import { SETTINGS } from '../gateway.settings.js';
import type { GatewaySettings } from '../gateway.settings.js';

/** Publishes the certificate that answers are sealed with, for TPPs to check them. */
@Controller()
export class SealHttp {
  private readonly certificate: string;

  constructor(@Inject(SETTINGS) { responseSeal }: GatewaySettings) {
    this.certificate = responseSeal?.certificate ?? '';
  }

  /** The seal's certificate, then any that issued it (RFC 8555 names the type). */
  @Get(SEAL_PATH)
  @Unsigned({
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
    return this.certificate;
  }
}
