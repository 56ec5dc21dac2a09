import { Controller, Get, Header } from '@nestjs/common';
import { passkeyScript, styleSheet } from './asset.loader.js';

/** What is not a page. */
@Controller()
export class SiteFilesController {
  @Get('assets/site.css')
  @Header('content-type', 'text/css; charset=utf-8')
  style(): string {
    return styleSheet;
  }

  @Get('assets/passkey.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  script(): string {
    return passkeyScript;
  }

  /** The process runs; readiness is the platform's question. */
  @Get('health/live')
  @Header('content-type', 'text/plain; charset=utf-8')
  live(): string {
    return 'live';
  }
}
