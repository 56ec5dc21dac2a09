import { Controller, Get, Header } from '@nestjs/common';
import { passkeyScript, styleSheet } from './asset.loader.js';

/** The files of the pages, and the liveness probe. */
@Controller()
export class AssetsController {
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

  /** The process runs. The internal server of the platform answers whether it is ready. */
  @Get('health/live')
  @Header('content-type', 'text/plain; charset=utf-8')
  live(): string {
    return 'live';
  }
}
