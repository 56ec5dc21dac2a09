import { defaultProfile } from '@nordgate/contracts/profile';
import { startStubbedGateway } from '../../testing/stubbed-gateway.js';

const console = { url: 'https://console.example' };
const profile = defaultProfile('production');

describe('POST /v1/sandbox/console-codes', () => {
  it.each([
    [
      'answers like an unknown route in production',
      { environment: 'production', profile, console },
      404,
    ],
    ['answers like an unknown route in a sandbox without a console', {}, 404],
    ['takes signed requests only in a sandbox with a console', { console }, 400],
  ] as const)('%s', async (_what, settings, expected) => {
    const gateway = await startStubbedGateway(settings);
    try {
      const path = `${gateway.url}/v1/sandbox/console-codes`;
      expect((await fetch(path, { method: 'POST' })).status).toBe(expected);
    } finally {
      await gateway.stop();
    }
  });
});
