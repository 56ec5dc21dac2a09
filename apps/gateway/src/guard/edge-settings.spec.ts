import { readSettings, SettingsFault } from '@nordgate/service/process';
import { edgeOf, EdgeSettings, tlsFilesOf } from './edge-settings.js';
import { defaultLoad } from './overload.js';
import { defaultRates } from './rate-limits.js';

const platform = { KAFKA_BROKERS: 'kafka:9092', NORDGATE_SECRETS_DIR: '/secrets' };
const settingsOf = (env: Record<string, string> = {}) =>
  readSettings(EdgeSettings, { ...platform, ...env });

describe('the settings of the door', () => {
  it('are the usual ones when nothing is said', () => {
    expect(edgeOf(settingsOf())).toMatchObject({
      rates: defaultRates,
      load: { loopDelayMsMax: defaultLoad.loopDelayMsMax },
    });
    expect(edgeOf(settingsOf())).not.toHaveProperty('trustedProxies');
  });

  it('are taken as they are said', () => {
    const said = settingsOf({
      GATEWAY_TPP_RATE: '7',
      GATEWAY_ADDRESS_RATE: '9',
      GATEWAY_LOOP_DELAY_MS: '11',
      GATEWAY_TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32,192.0.2.1',
    });
    expect(edgeOf(said)).toMatchObject({
      rates: { perTpp: 7, perAddress: 9 },
      load: { loopDelayMsMax: 11 },
      trustedProxies: '10.0.0.0/8, 2001:db8::/32,192.0.2.1',
    });
  });

  it('need no certificate, or all of it', async () => {
    expect(await tlsFilesOf(settingsOf())).toBeUndefined();
    for (const name of ['GATEWAY_TLS_CERT_FILE', 'GATEWAY_TLS_KEY_FILE']) {
      const half = tlsFilesOf(settingsOf({ [name]: '/nonexistent' }));
      await expect(half).rejects.toThrow('go together');
    }
    const both = { GATEWAY_TLS_CERT_FILE: '/nonexistent', GATEWAY_TLS_KEY_FILE: '/nonexistent' };
    await expect(tlsFilesOf(settingsOf(both))).rejects.toThrow(SettingsFault);
  });

  it.each([
    ['GATEWAY_TPP_RATE', '0'],
    ['GATEWAY_ADDRESS_RATE', '1.5'],
    ['GATEWAY_LOOP_DELAY_MS', '-1'],
    ['GATEWAY_TRUSTED_PROXIES', 'the proxy'],
    ['GATEWAY_TRUSTED_PROXIES', '10.0.0.0/8;10.1.0.0/16'],
  ])('%s cannot be %s', (name, value) => {
    expect(() => settingsOf({ [name]: value })).toThrow(SettingsFault);
    expect(() => settingsOf({ [name]: value })).toThrow(name);
  });
});
