import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TppAnswer, TppCall, TppClient } from '@nordgate/tpp-client';
import { dayAgo } from './account-reader.js';

/** A body of the mock-data API. */
export type Body = Readonly<Record<string, unknown>>;
/** An operation of the published description, as far as cases are derived from it. */
export interface Operation {
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly examples: Readonly<Record<string, { readonly value: Body }>> }>
    >;
  };
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>;
}
/** The methods of the operations. */
export type Method = TppCall['method'];

/** The operations of the sandbox, by the published description. */
const file = join(import.meta.dirname, '../../../../docs/reference/openapi.json');
const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** No content of theirs is kept under an id, so that their repeats are theirs. */
const withoutRepeats: Readonly<Record<string, string>> = {
  'POST /v1/sandbox/initialize': 'resets the sandbox, also again',
  'POST /v1/sandbox/console-codes': 'makes a code that works once',
};
/** What the bank does to payments and consents in other channels: acts-of-the-bank.e2e.spec.ts has their repeats and ids. */
const actsOfTheBank = /^\/v1\/sandbox\/(?:payments|bank-offered-consents)\//u;
/** All operations of the test data, by `METHOD path`. */
export const describedOperations = Object.entries(paths)
  .filter(([path]) => path.startsWith('/v1/sandbox/') && !actsOfTheBank.test(path))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
    ),
  );
/** Those that change something. */
export const sandboxOperations = describedOperations.filter(
  ([name]) => !name.startsWith('GET ') && !(name in withoutRepeats),
);
/** Those that make a resource. */
export const creatingOperations = sandboxOperations.filter(
  ([name, { responses }]) => name.startsWith('POST ') && ('201' in responses || '202' in responses),
);

/** Whether the description declares Location for an answer of the operation. */
export const declaresLocation = ({ responses }: Operation, status: number | string): boolean =>
  'Location' in (responses[String(status)]?.headers ?? {});

/** What an example of the description leaves out, or says otherwise, so that a case can make two of it. */
const changes: Readonly<Record<string, object>> = {
  'POST /v1/sandbox/agreements': { engagements: undefined },
  'POST /v1/sandbox/card-accounts': { maskedPan: undefined },
};

/** The body of the description's first example; undefined for an operation without one. */
export function bodyOf(name: string): Body | undefined {
  const [method = '', path = ''] = name.split(' ');
  const [content] = Object.values(paths[path]?.[method.toLowerCase()]?.requestBody?.content ?? {});
  const [example] = Object.values(content?.examples ?? {});
  if (example === undefined) return undefined;
  const days = 'transactionDate' in example.value ? { transactionDate: dayAgo(3) } : {};
  return { ...example.value, ...days, ...changes[name] };
}

/** The same with another content. */
export function otherBodyOf(body: Body): Body {
  if ('advance' in body) return { advance: 'P31D' };
  if ('roles' in body) return { ...body, roles: ['VIEW'] };
  if ('transactionAmount' in body) {
    return { ...body, transactionAmount: { currency: 'NOK', amount: '-7.50' } };
  }
  return { ...body, ['customerName' in body ? 'customerName' : 'name']: 'Annet navn' };
}

/** What a repeat has to answer alike. */
export const seenIn = ({ status, json, headers }: TppAnswer) => [status, json, headers['location']];

/** Where the resource of an answer is read. */
export const locationOf = ({ headers }: TppAnswer) => String(headers['location']);

/** Calls an operation; a body is sent where there is one. */
export type Send = (
  method: Method,
  path: string,
  body?: Body,
  headers?: TppCall['headers'],
) => Promise<TppAnswer>;

/** The calls of a TPP. */
export const sendAs =
  (tpp: TppClient): Send =>
  (method, path, body, headers = {}) =>
    tpp.call({ method, path, headers, ...(body && { body }) });

/** A path of the description with ids of resources that are made for it, and those resources, outermost first. */
export async function madePath(
  send: Send,
  path: string,
): Promise<{ readonly path: string; readonly resources: readonly string[] }> {
  let collection = '';
  let described = '';
  const resources: string[] = [];
  for (const part of path.split('/').slice(1)) {
    if (!part.startsWith('{')) {
      collection += `/${part}`;
      described += `/${part}`;
      continue;
    }
    const answer = await send('POST', collection, bodyOf(`POST ${described}`));
    if (answer.status !== 201 && answer.status !== 202)
      throw new Error(`POST ${described}: ${answer.text}`);
    collection = locationOf(answer);
    resources.push(collection);
    described += `/${part}`;
  }
  return { path: collection, resources };
}
