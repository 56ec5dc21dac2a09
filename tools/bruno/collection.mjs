// The Bruno collection of an OpenAPI description, as files by their paths.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { block } from './block.mjs';
import { journeyFolder, journeyVariables } from './journey.mjs';

const here = import.meta.dirname;
/** The day from which the dates of docs/reference/openapi.json count. */
const exampleDay = Date.parse('2030-01-01');
const dayMs = 86_400_000;
/** The headers that the script computes. */
const computed = ['Date', 'Digest', 'X-Request-ID', 'Signature', 'TPP-Signature-Certificate'];
/** Headers that are sent as soon as the PSU is known, though no request requires them at first contact. */
const ofKnownPsu = ['PSU-ID', 'TPP-Session-ID'];
const given = {
  'PSU-ID': '{{psu-id}}',
  'TPP-Session-ID': '{{tpp-session-id}}',
  'TPP-Redirect-URI': '{{redirect-uri}}',
};

const settingsOf = (name) => `{
  "version": "1",
  "name": "${name}",
  "type": "collection",
  "scripts": {
    "moduleWhitelist": ["node:crypto", "node:fs"],
    "filesystemAccess": { "allow": true }
  }
}
`;

const readMe = `Requests to the interface of the bank, in the order of a TPP's journey. Made from the OpenAPI description.

- Choose the environment sandbox. Set tpp-cert and tpp-key to absolute paths of PEM files: with \`npm start\` they are
  .nordgate/sandbox/demo-tpp.pem and demo-tpp.key.pem.
- Choose the developer mode of Bruno: the script reads the key and signs with node:crypto.
- While psu-id is empty, requests are a first contact with PSU-Context. The redirect after SCA brings the PSU-ID.
- Ids of new resources are kept for the requests that follow, and sca-redirect: the address at which the PSU approves.
- The folder Journey is a payment from its initiation to ACTC: \`bru run Journey --env sandbox --sandbox=developer\`.`;

/** Content by path: the collection, its environment, a folder per tag and a file per operation, and a journey. */
export function brunoCollection(document) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const variables = new Set(
    operations.flatMap(({ path }) => [...path.matchAll(/\{([\w-]+)\}/g)].map(([, name]) => name)),
  );
  variables.delete('payment-product');
  return Object.fromEntries([
    ...ofCollection(document.info.title, [...variables].sort()),
    ...document.tags.flatMap((tag, i) => [
      [`${fileName(tag.name)}/folder.bru`, folderOf(tag, i + 1)],
      ...operations
        .filter(({ operation }) => operation.tags.includes(tag.name))
        .map((one, n) => [
          `${fileName(tag.name)}/${fileName(one.operation.operationId)}.bru`,
          requestOf(one, n + 1, document),
        ]),
    ]),
    ...journeyFolder(document.tags.length + 1),
  ]);
}

function ofCollection(name, variables) {
  return [
    ['bruno.json', settingsOf(name)],
    [
      'collection.bru',
      [
        block('script:pre-request', readFileSync(join(here, 'sign.js'), 'utf8')),
        block('script:post-response', readFileSync(join(here, 'keep-ids.js'), 'utf8')),
        block('docs', readMe),
      ].join('\n'),
    ],
    [
      'environments/sandbox.bru',
      block(
        'vars',
        [
          'bank: http://127.0.0.1:8080',
          'tpp-cert: .nordgate/sandbox/demo-tpp.pem',
          'tpp-key: .nordgate/sandbox/demo-tpp.key.pem',
          'redirect-uri: https://tpp.example/back',
          'psu-id: ',
          'tpp-session-id: bruno',
          ...Object.entries(journeyVariables).map((entry) => entry.join(': ')),
          ...variables.map((one) => `${one}: unknown`),
        ].join('\n'),
      ),
    ],
  ];
}

const folderOf = ({ name, description }, seq) =>
  [block('meta', `name: ${name}\nseq: ${seq}`), block('docs', description)].join('\n');

function requestOf({ path, method, operation }, seq, document) {
  const parameters = operation.parameters.map((one) => resolved(one, document));
  const product = parameters.find(({ name }) => name === 'payment-product')?.schema.enum[0];
  const url = path.replace(/\{([\w-]+)\}/g, (_all, name) =>
    name === 'payment-product' ? product : `{{${name}}}`,
  );
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name, schema }) => `${name}=${schema.enum?.[0] ?? ''}`);
  const [example] = Object.values(
    operation.requestBody?.content['application/json'].examples ?? {},
  );
  const headers = parameters.filter(
    ({ name, in: place, required }) =>
      place === 'header' && !computed.includes(name) && (required || ofKnownPsu.includes(name)),
  );
  return [
    block('meta', `name: ${operation.summary}\ntype: http\nseq: ${seq}`),
    block(
      method,
      `url: {{bank}}${[url, ...query].join('?')}\nbody: ${example === undefined ? 'none' : 'json'}\nauth: none`,
    ),
    ...(query.length === 0
      ? []
      : [block('params:query', query.map((one) => one.replace('=', ': ')).join('\n'))]),
    ...(headers.length === 0 ? [] : [block('headers', headers.map(headerLine).join('\n'))]),
    ...(example === undefined ? [] : [block('body:json', bodyText(example.value))]),
  ].join('\n');
}

const headerLine = ({ name, schema }) =>
  `${name}: ${given[name] ?? schema.examples?.[0] ?? schema.enum?.[0] ?? ''}`;

/** An example with its dates as days after today, which the script fills in. */
function bodyText(value) {
  return JSON.stringify(
    value,
    (_name, part) =>
      typeof part === 'string' && /^\d{4}-\d\d-\d\d$/.test(part)
        ? `<today+${Math.round((Date.parse(part) - exampleDay) / dayMs)}>`
        : part,
    2,
  );
}

function resolved(part, document) {
  if (part.$ref === undefined) return part;
  return part.$ref
    .split('/')
    .slice(1)
    .reduce((inside, name) => inside[name], document);
}

const fileName = (text) => text.replace(/[^\w-]+/g, '-');
