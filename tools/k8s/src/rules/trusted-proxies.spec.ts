import { Rendered } from '../rendered.js';
import { overlays } from '@nordgate/local/overlays';
import { changed, inConfigMap } from './planting.js';
import { trustedProxyFaults } from './trusted-proxies.js';

describe('the trusted proxies', () => {
  it.each(overlays)('are a few addresses in the rendered overlay %s', (overlay) => {
    expect(trustedProxyFaults(Rendered.read(overlay))).toEqual([]);
  });

  it.each([
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['192.0.2.1, 10.244.0.0/16', '10.244.0.0/16'],
    ['10.1.2.0/23', '10.1.2.0/23'],
    ['fd00::/64', 'fd00::/64'],
    ['0.0.0.0/0', '0.0.0.0/0'],
  ])('cannot be %s', (value, named) => {
    const planted = changed(inConfigMap('gateway-env', 'GATEWAY_TRUSTED_PROXIES', value));
    expect(trustedProxyFaults(planted)).toEqual([
      `gateway: GATEWAY_TRUSTED_PROXIES trusts ${named}, which is more than an ingress`,
    ]);
  });

  it.each(['192.0.2.1', '10.1.2.0/24', '2001:db8::1,2001:db8::/120'])('can be %s', (value) => {
    const planted = changed(inConfigMap('sca-env', 'SCA_TRUSTED_PROXIES', value));
    expect(trustedProxyFaults(planted)).toEqual([]);
  });
});
