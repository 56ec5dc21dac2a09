import { Controller, Get, Header, Inject, NotFoundException } from '@nestjs/common';
import type { ProfileAppLinks } from '@nordgate/contracts/profile';
import { SCA_SETTINGS } from '../../sca.settings.js';
import type { ScaSettings } from '../../sca.settings.js';

const forAnHour = 'public, max-age=3600';

/**
 * The files that bind the links of the site to the apps of the bank: a link that a TPP opens goes to
 * the app when the app is on the device (specification 5.15). Status 404 when the bank has no such app.
 */
@Controller('.well-known')
export class AppLinksController {
  constructor(@Inject(SCA_SETTINGS) private readonly settings: ScaSettings) {}

  @Get('apple-app-site-association')
  @Header('content-type', 'application/json')
  @Header('cache-control', forAnHour)
  apple(): object {
    const { appLinks } = this.settings;
    if (appLinks?.ios === undefined) throw new NotFoundException();
    return appleAssociation(appLinks);
  }

  @Get('assetlinks.json')
  @Header('content-type', 'application/json')
  @Header('cache-control', forAnHour)
  android(): object {
    const { appLinks } = this.settings;
    if (appLinks?.android === undefined) throw new NotFoundException();
    return androidAssociation(appLinks);
  }
}

/** The apps that open the links of the site, for iOS (Apple: associated domains). */
function appleAssociation({ ios = [] }: ProfileAppLinks): object {
  const appIDs = ios.map(({ appId }) => appId);
  return { applinks: { details: [{ appIDs, components: [{ '/': '/sign/*' }] }] } };
}

/** The apps that open the links of the site, for Android (Google: digital asset links). */
function androidAssociation({ android = [] }: ProfileAppLinks): object {
  return android.map(({ packageName, fingerprint }) => ({
    relation: ['delegate_permission/common.handle_all_urls'],
    target: {
      namespace: 'android_app',
      package_name: packageName,
      sha256_cert_fingerprints: [fingerprint],
    },
  }));
}
