import { Controller, Get, Header, Inject, NotFoundException } from '@nestjs/common';
import { SCA_SETTINGS } from '../../sca.settings.js';
import type { ScaSettings } from '../../sca.settings.js';
import { androidAssociation, appleAssociation } from './associations.js';

const anHour = 'public, max-age=3600';

/**
 * Binds the site's links to the bank's apps, so that a link that a TPP opens goes to the app where one
 * is on the device (specification 5.15). Without an app of that kind there is no such file.
 */
@Controller('.well-known')
export class AppLinksController {
  constructor(@Inject(SCA_SETTINGS) private readonly settings: ScaSettings) {}

  @Get('apple-app-site-association')
  @Header('content-type', 'application/json')
  @Header('cache-control', anHour)
  apple(): object {
    const { appLinks } = this.settings;
    if (appLinks?.ios === undefined) throw new NotFoundException();
    return appleAssociation(appLinks);
  }

  @Get('assetlinks.json')
  @Header('content-type', 'application/json')
  @Header('cache-control', anHour)
  android(): object {
    const { appLinks } = this.settings;
    if (appLinks?.android === undefined) throw new NotFoundException();
    return androidAssociation(appLinks);
  }
}
