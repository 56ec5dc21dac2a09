import type { ProfileAppLinks } from '@nordgate/contracts';

/** The apps that open the links of the site, for iOS (Apple: associated domains). */
export function appleAssociation({ ios = [] }: ProfileAppLinks): object {
  const appIDs = ios.map(({ appId }) => appId);
  return { applinks: { details: [{ appIDs, components: [{ '/': '/sign/*' }] }] } };
}

/** The apps that open the links of the site, for Android (Google: digital asset links). */
export function androidAssociation({ android = [] }: ProfileAppLinks): object {
  return android.map(({ packageName, fingerprint }) => ({
    relation: ['delegate_permission/common.handle_all_urls'],
    target: {
      namespace: 'android_app',
      package_name: packageName,
      sha256_cert_fingerprints: [fingerprint],
    },
  }));
}
