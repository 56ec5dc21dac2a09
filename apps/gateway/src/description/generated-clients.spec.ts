import { describedSandbox } from '../testing/described-gateway.js';
import type { OpenApi } from './open-api.js';

/** A part of the document with the path to it. */
interface Part {
  readonly path: string;
  readonly part: Readonly<Record<string, unknown>>;
}

/** Every object of the document, except those in examples. */
function partsOf(part: unknown, path = ''): Part[] {
  if (typeof part !== 'object' || part === null) return [];
  const inside = Object.entries(part).flatMap(([name, one]) =>
    name === 'example' || name === 'examples' ? [] : partsOf(one, `${path}/${name}`),
  );
  return Array.isArray(part)
    ? inside
    : [{ path, part: part as Readonly<Record<string, unknown>> }, ...inside];
}

/** The headers that a signer fills: the security schemes describe them. */
const ofTheSigner = ['TPP-Signature-Certificate', 'Signature', 'Date', 'Digest'];

/** Decimals by the name of their member. Every other number is a count. */
const decimals =
  /\/(?:amount|creditLine|creditLimit|openingBalance|markupFeePercentage|exchangeRate)(?:\/|$)/;

describe.each(['all', 'minimal'] as const)(
  'the description with %s headers, for generators of clients',
  (headers) => {
    let document: OpenApi;
    let parts: readonly Part[];
    const pathsWhere = (isBad: (one: Part) => boolean) =>
      parts.filter(isBad).map(({ path }) => path);
    beforeAll(async () => {
      document = await describedSandbox({ headers });
      parts = partsOf(document);
      expect(parts.length).toBeGreaterThan(1000);
    });

    it('gives each enum a type that its values have', () => {
      const untyped = pathsWhere(({ part: { enum: values, type } }) => {
        if (!Array.isArray(values)) return false;
        const isOfType = (value: unknown) =>
          type === 'integer' ? Number.isInteger(value) : typeof value === type;
        return !values.every(isOfType);
      });
      expect(untyped).toEqual([]);
    });

    it('has an integer for each count, and numbers for amounts and rates only', () => {
      const loose = pathsWhere(
        ({ path, part: { type } }) => type === 'number' && !decimals.test(path),
      );
      expect(loose).toEqual([]);
    });

    it('names the schema of each body in JSON', () => {
      const inline = pathsWhere(({ path, part }) => {
        const isBody = path.endsWith('/content/application/json');
        return isBody && !('$ref' in (part['schema'] as object));
      });
      expect(inline).toEqual([]);
    });

    it('names each enum of the elements of an array', () => {
      expect(pathsWhere(({ path, part }) => path.endsWith('/items') && 'enum' in part)).toEqual([]);
    });

    it('names each list that is an alternative of a body', () => {
      const isInline = ({ path, part }: Part) =>
        /^\/components\/schemas\/\w+\/anyOf\/\d+$/.test(path) && part['type'] === 'array';
      expect(pathsWhere(isInline)).toEqual([]);
    });

    it('has no anyOf directly in an anyOf', () => {
      expect(pathsWhere(({ path, part }) => /\/anyOf\/\d+$/.test(path) && 'anyOf' in part)).toEqual(
        [],
      );
    });

    it('has no argument for a header that a signer fills', () => {
      const isParameter = ({ in: place, name }: Part['part']) =>
        place === 'header' && typeof name === 'string' && ofTheSigner.includes(name);
      const arguments_ = parts.filter(
        ({ path, part }) => isParameter(part) && !path.startsWith('/components/securitySchemes/'),
      );
      expect(arguments_.map(({ path }) => path)).toEqual([]);
    });

    it('names the headers that a signer has to fill for each signed operation', () => {
      const filled = (method: string, path: string) =>
        (document.paths[path]?.[method] as Readonly<Record<string, unknown>> | undefined)?.[
          'x-signer-fills'
        ];
      const always = ['TPP-Signature-Certificate', 'Signature', 'Date'];
      expect(filled('post', '/v1/payments/{payment-product}')).toEqual(['Digest', ...always]);
      expect(filled('get', '/v1/user')).toEqual(always);
      const signed = parts.filter(({ part }) => Array.isArray(part['security']));
      const wrong = signed.filter(
        ({ part }) => 'x-signer-fills' in part !== (part['security'] as unknown[]).length > 0,
      );
      expect([signed.length > 100, wrong.map(({ path }) => path)]).toEqual([true, []]);
    });
  },
);

describe('the description with minimal headers', () => {
  const namesOf = async (headers: 'all' | 'minimal') => {
    const { parameters } = (await describedSandbox({ headers })).components;
    return new Set(Object.values(parameters).map((one) => (one as { name: string }).name));
  };

  it('keeps the headers that an operation may require or that decide an answer, and lists the others', async () => {
    const [all, minimal] = [await namesOf('all'), await namesOf('minimal')];
    expect([...minimal].sort()).toEqual([
      ...['Accept-Language', 'PSU-Context', 'PSU-Corporate-ID', 'PSU-ID', 'PSU-IP-Address'],
      ...[
        'TPP-Nok-Redirect-URI',
        'TPP-Redirect-URI',
        'TPP-Session-ID',
        'X-Request-ID',
        'x-accept-fix',
      ],
    ]);
    const { info } = await describedSandbox({ headers: 'minimal' });
    const left = [...all].filter((name) => !minimal.has(name));
    expect([left.length > 10, left.filter((name) => !info.description.includes(name))]).toEqual([
      true,
      [],
    ]);
  });

  it('has fewer than half of the arguments', async () => {
    const count = async (headers: 'all' | 'minimal') =>
      JSON.stringify((await describedSandbox({ headers })).paths).split('#/components/parameters/')
        .length;
    expect(await count('minimal')).toBeLessThan((await count('all')) / 2);
  });
});
