import { paymentProducts } from '@nordgate/contracts/http';
import { defaultProfile, offeredProduct } from '@nordgate/contracts/profile';
import { TppClient } from '@nordgate/tpp-client';
import { startStubbedGateway } from '../../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../../testing/stubbed-gateway.js';

const profile = defaultProfile('sandbox');
const services = ['payments', 'periodic-payments', 'bulk-payments'] as const;

/** Every product in every service that offers it. */
const offers = services.flatMap((service) =>
  paymentProducts
    .filter(({ name }) => offeredProduct(profile, service, name) !== undefined)
    .map(({ name }) => [service, name] as const),
);

/** The answers to an initiation without content: what is wrong with the content comes after the product. */
async function answersAt(gateway: StubbedGateway): Promise<ReadonlyMap<string, readonly string[]>> {
  const identity = await gateway.newSeal('PSDNO-FSA-900000001');
  const redirectUri = 'https://tpp.example/back';
  const tpp = new TppClient({ baseUrl: gateway.url, identity, redirectUri });
  const answers = new Map<string, readonly string[]>();
  for (const [service, name] of offers) {
    const call = { method: 'POST', path: `/v1/${service}/${name}`, body: {} } as const;
    const { status, json } = await tpp.call({ ...call, headers: { 'psu-context': 'PRIVATE' } });
    const { tppMessages = [] } = json as { tppMessages?: readonly { code: string }[] };
    answers.set(`${service}/${name}`, [String(status), ...tppMessages.map(({ code }) => code)]);
  }
  return answers;
}

describe('a payment product that the profile switches off', () => {
  let open: ReadonlyMap<string, readonly string[]>;
  beforeAll(async () => {
    const gateway = await startStubbedGateway();
    open = await answersAt(gateway);
    await gateway.stop();
  });

  it('is offered otherwise, by more than one service', () => {
    expect(new Set(offers.map(([service]) => service)).size).toBe(services.length);
    expect([...open.values()].flat()).not.toContain('PRODUCT_UNKNOWN');
  });

  it.each([...new Set(offers.map(([, name]) => name))])(
    'is PRODUCT_UNKNOWN in each service that offers it, and no other product is: %s',
    async (off) => {
      const switchedOff = { products: [off] };
      const gateway = await startStubbedGateway({ profile: { ...profile, switchedOff } });
      try {
        const expected = offers.map(([service, name]) => {
          const at = `${service}/${name}`;
          return [at, name === off ? ['404', 'PRODUCT_UNKNOWN'] : open.get(at)];
        });
        expect([...(await answersAt(gateway))]).toEqual(expected);
      } finally {
        await gateway.stop();
      }
    },
  );
});
