import { Rendered } from '../rendered.js';
import { overlays } from '@nordgate/local/overlays';
import { changed, inConfigMap, set, without } from './planting.js';
import { rateFaults } from './rates.js';

/** The profile of the overlay with rates. */
const withRates = (rates: string) => {
  const found = Rendered.read('production')
    .all('ConfigMap')
    .find(({ data }) => data?.['profile.yaml'] !== undefined);
  return inConfigMap(
    'bank-profile',
    'profile.yaml',
    `${found?.data?.['profile.yaml']}\n${rates}\n`,
  );
};

describe('the rates of one TPP', () => {
  it.each(overlays)(
    'are small in the rendered overlay %s, and hold over all instances',
    (overlay) => {
      expect(rateFaults(Rendered.read(overlay))).toEqual([]);
    },
  );

  it.each([
    [
      'gateways that do not know each other',
      inConfigMap('gateway-env', 'GATEWAY_PEERS_NAME'),
      'gateway: GATEWAY_PEERS_NAME is not set',
    ],
    [
      'sites that do not know each other',
      inConfigMap('sca-env', 'SCA_PEERS_NAME'),
      'sca: SCA_PEERS_NAME is not set',
    ],
    ['a missing Service', without('Service sca-peers'), 'sca: there is no Service sca-peers'],
    [
      'a Service with one address',
      set('Service gateway-peers', 'spec/clusterIP'),
      'gateway: gateway-peers has one address for all instances',
    ],
    [
      'a Service of other pods',
      set('Service sca-peers', 'spec/selector/app.kubernetes.io~1name', 'gateway'),
      'sca: sca-peers has the addresses of other pods',
    ],
    [
      'a rate that passes over the profile',
      inConfigMap('gateway-env', 'GATEWAY_TPP_RATE', '500'),
      'gateway: GATEWAY_TPP_RATE is for tests under load',
    ],
    [
      'more than 50 requests a second',
      withRates('rates: { everyTpp: { writesPerSecond: 11 } }'),
      'every TPP may send 51 requests a second',
    ],
  ])('report %s', (_what, change, fault) => {
    expect(rateFaults(changed(change))).toContain(fault);
  });

  it('accept 50 requests a second', () => {
    const rates = 'rates: { everyTpp: { readsPerSecond: 1, writesPerSecond: 49 } }';
    expect(rateFaults(changed(withRates(rates)))).toEqual([]);
  });
});
