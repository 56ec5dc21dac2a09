import { Controller, Get, Header } from '@nestjs/common';
import { styleSheet } from './pages/style-sheet.js';

/** What is not a page. */
@Controller()
export class SiteFilesController {
  @Get('assets/site.css')
  @Header('content-type', 'text/css; charset=utf-8')
  style(): string {
    return styleSheet;
  }

  /** The process runs; readiness is the platform's question. */
  @Get('health/live')
  @Header('content-type', 'text/plain; charset=utf-8')
  live(): string {
    return 'live';
  }
}
