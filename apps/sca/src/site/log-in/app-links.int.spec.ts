import { startTestSca } from '../../testing/test-sca.int.js';
import type { TestSca } from '../../testing/test-sca.int.js';

const paths = ['apple-app-site-association', 'assetlinks.json'].map((one) => `/.well-known/${one}`);

const jsonAt = async (sca: TestSca, path: string) => {
  const { status, headers, text } = await sca.newBrowser().get(path);
  const [type] = (headers.get('content-type') ?? '').split(';');
  return [status, type, status === 200 ? (JSON.parse(text) as unknown) : ''];
};

describe('the files that bind the links of the site to the apps of the bank', () => {
  let sca: TestSca;
  afterEach(() => sca.stop());

  it('name the apps of the bank profile', async () => {
    const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':');
    sca = await startTestSca({
      appLinks: {
        ios: [{ appId: 'ABCDE12345.no.bank.app' }],
        android: [{ packageName: 'no.bank.app', fingerprint }],
      },
    });
    const [apple, android] = await Promise.all(paths.map((path) => jsonAt(sca, path)));
    expect(apple).toEqual([
      200,
      'application/json',
      {
        applinks: {
          details: [{ appIDs: ['ABCDE12345.no.bank.app'], components: [{ '/': '/sign/*' }] }],
        },
      },
    ]);
    expect(android).toEqual([
      200,
      'application/json',
      [
        {
          relation: ['delegate_permission/common.handle_all_urls'],
          target: {
            namespace: 'android_app',
            package_name: 'no.bank.app',
            sha256_cert_fingerprints: [fingerprint],
          },
        },
      ],
    ]);
  });

  it('answer 404 when the profile has no app', async () => {
    sca = await startTestSca();
    for (const path of paths) expect((await jsonAt(sca, path))[0]).toBe(404);
  });
});
