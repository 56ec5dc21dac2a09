import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { SettingsError } from '@nordgate/service/settings';
import { databaseUrlOf, profileOf, readConfig } from './config.js';

describe('configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({
      HOST: '127.0.0.1',
      GATEWAY_PORT: 8080,
      SCA_PORT: 8081,
      NORDGATE_DATA_DIR: '.nordgate',
    });
  });

  it('has the defaults of .env.example', () => {
    const file = join(import.meta.dirname, '../../../.env.example');
    const given = parseEnv(readFileSync(file, 'utf8'));
    expect(Object.keys(given)).toContain('LOG_LEVEL');
    expect(readConfig(given)).toEqual(readConfig({}));
    const off = readFileSync(file, 'utf8').matchAll(/^#([A-Z_]+)=(.*)$/gm);
    const offered = Object.fromEntries([...off].map(([, name = '', value = '']) => [name, value]));
    expect(readConfig(offered)).toMatchObject(offered);
  });

  it('reads its own variables of the environment only', () => {
    const config = readConfig({
      GATEWAY_PORT: '0',
      DATABASE_URL_SCA: 'postgres://x/y',
      HOME: '/h',
    });
    expect(config.GATEWAY_PORT).toBe(0);
    expect(databaseUrlOf(config, 'sca')).toBe('postgres://x/y');
    expect(databaseUrlOf(config, 'payments')).toBe(undefined);
    expect(Object.keys(config)).not.toContain('HOME');
  });

  it.each([0, 100])('takes %d as the share of traces that are sent whole', (percent) => {
    expect(readConfig({ TRACES_PERCENT: String(percent) }).TRACES_PERCENT).toBe(percent);
  });

  it.each(['-1', '101', 'few'])('rejects %s as the share of traces that are sent', (percent) => {
    expect(() => readConfig({ TRACES_PERCENT: percent })).toThrow(/TRACES_PERCENT/);
  });

  it('is for a sandbox only', () => {
    expect(() => readConfig({ NORDGATE_ENVIRONMENT: 'production' })).toThrow(
      /NORDGATE_ENVIRONMENT.*sandbox/,
    );
  });

  it('reports one line per fault', () => {
    const faulty = { GATEWAY_PORT: 'http', HOST: 'everywhere', LOG_LEVEL: 'loud' };
    expect(() => readConfig(faulty)).toThrow(SettingsError);
    try {
      readConfig(faulty);
    } catch (error) {
      const lines = (error as Error).message.split('\n');
      expect(lines).toHaveLength(3);
      expect(lines.join()).toMatch(/GATEWAY_PORT.*HOST.*|HOST.*GATEWAY_PORT.*/s);
    }
  });

  it('accepts a sandbox profile and rejects a production profile', () => {
    const profiles = join(import.meta.dirname, '../../../libs/contracts/profiles');
    const configWith = (name: string) => readConfig({ NORDGATE_PROFILE: join(profiles, name) });
    expect(profileOf(configWith('sandbox.yaml')).environment).toBe('sandbox');
    expect(() => profileOf(configWith('production.yaml'))).toThrow(SettingsError);
    expect(profileOf(readConfig({})).environment).toBe('sandbox');
  });
});
