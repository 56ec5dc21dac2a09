import { Get } from '@nestjs/common';
import { PageController } from '../frame/answer.interceptor.js';
import type { Page } from '../frame/answer.js';
import { pageFrom } from '../frame/page-template.loader.js';
import { overviewPath } from '../frame/site-path.js';
import { CurrentReader } from '../frame/site.service.js';
import type { Reader } from '../frame/site.service.js';

/** What the start page shows. */
interface StartPage {
  readonly bank: string;
  /** The address of the overview. */
  readonly overview: string;
}

const renderStart = pageFrom<StartPage>(new URL('./start.eta', import.meta.url));

/** `/`: whose site this is, with the way to the overview. */
@PageController('')
export class StartController {
  @Get()
  show(@CurrentReader() reader: Reader): Page {
    const { bankName: bank, language } = reader;
    const html = renderStart(reader, { key: 'start.title' }, { bank, overview: overviewPath });
    return { is: 'page', status: 200, language, html };
  }
}
