import { readFileSync } from 'node:fs';

interface Operation {
  readonly responses?: Readonly<Record<string, { readonly headers?: Readonly<object> }>>;
}

const file = new URL('../docs/reference/openapi.json', import.meta.url);
const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** The operations that answer with Location, by the published description. */
const located = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, { responses = {} }]) =>
    Object.values(responses).some(({ headers = {} }) => 'Location' in headers)
      ? [[method.toUpperCase(), path] as const]
      : [],
  ),
);

/** The paths that one parameter more than a path leads to. */
const below = (path: string) =>
  Object.keys(paths).filter(
    (other) => other.startsWith(`${path}/{`) && !other.slice(path.length + 1).includes('/'),
  );

describe('an answer with Location (RFC 9110 section 10.2.2)', () => {
  it('is described for operations of every kind', () => {
    expect(new Set(located.map(([method]) => method))).toEqual(new Set(['POST', 'PUT']));
    expect(located.length).toBeGreaterThan(20);
  });

  it.each(located)('leads to something that has a GET: %s %s', (method, path) => {
    const targets = method === 'POST' ? below(path) : [path];
    expect(targets.filter((target) => paths[target]?.['get'] !== undefined)).not.toEqual([]);
  });
});
