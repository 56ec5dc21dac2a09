import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { topics } from '../../services/topics.js';
import { asyncApi } from './async-api.js';
import { eventFacts, eventTableIn } from './event-facts.js';
import { messageSchemas } from './message-schemas.js';

const root = join(import.meta.dirname, '../../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const document = asyncApi();

/** Events as some release stored them, from every app. */
const goldens = readdirSync(join(root, 'apps')).flatMap((app) => {
  const folder = join(root, 'apps', app, 'src/testing/golden');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.map((file) => [file.replace('.json', ''), join(folder, file)] as const);
});

describe('the description of topics and messages', () => {
  it('is AsyncAPI 3.0 by its published schema', () => {
    const load = createRequire(import.meta.url);
    const schema = load('@asyncapi/specs/schemas/3.0.0-without-$id.json') as object;
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: false });
    const validate = ajv.compile(schema);
    expect([validate(document), validate.errors]).toEqual([true, null]);
  });

  it('is the golden file (npm run describe writes it)', () => {
    expect(document).toEqual(JSON.parse(read('docs/reference/asyncapi.json')));
  });

  it('has every topic, each with a message', () => {
    expect(Object.keys(document.channels)).toEqual(Object.keys(topics));
    const empty = Object.entries(document.channels).filter(
      ([, { messages }]) => Object.keys(messages).length === 0,
    );
    expect(empty).toEqual([]);
  });

  it('marks each channel as internal, except for those of the core system', () => {
    const tagged = Object.entries(document.channels).map(([name, { tags }]) => [
      name,
      tags.map((tag) => tag.name).join(),
    ]);
    expect(tagged).toEqual(
      Object.keys(topics).map((name) => [
        name,
        name.startsWith('core.') ? 'core-bank' : 'internal',
      ]),
    );
  });

  it('has exactly the events of docs/reference/streams.md (npm run describe writes them)', () => {
    const facts = eventFacts();
    const described = Object.entries(document.channels)
      .filter(([name]) => name.includes('.events.'))
      .flatMap(([, { messages }]) => Object.keys(messages));
    expect(facts.length).toBeGreaterThan(30);
    // The record of operations is on the topic of every service, and once on the page.
    expect(facts.map(({ type, version }) => `${type}.v${version}`)).toEqual([
      ...new Set(described),
    ]);
    expect(eventTableIn(read('docs/reference/streams.md'))).toEqual(facts);
  });

  it('refers only to schemas that exist, by names of our types', () => {
    const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)];
    const missing = names.filter(([, name = '']) => !(name in document.components.schemas));
    expect(names.length).toBeGreaterThan(50);
    expect(missing).toEqual([]);
    expect(Object.keys(document.components.schemas).filter((name) => /\W/.test(name))).toEqual([]);
  });

  const ajv = new Ajv({ strict: false }).addSchema(document, 'asyncapi');
  const payloadOf = (name: string) => ({ $ref: `asyncapi#/components/messages/${name}/payload` });

  const newest = goldens.filter(([name]) => name in document.components.messages);

  it('has the newest version of every event that was ever stored', () => {
    const types = (names: readonly string[]) => new Set(names.map((name) => name.split('.')[0]));
    const stored = types(goldens.map(([name]) => name));
    expect(types(newest.map(([name]) => name))).toEqual(stored);
  });

  it.each(newest)('%s: the stored event matches its schema', (name, path) => {
    const { stored } = JSON.parse(readFileSync(path, 'utf8')) as { stored: { data: object } };
    const validate = ajv.compile(payloadOf(name));
    expect([validate(stored.data), validate.errors]).toEqual([true, null]);
    expect(ajv.compile(payloadOf(name))({ ...stored.data, more: 1 })).toBe(false);
  });

  it('has the data of commands', () => {
    const { byTopic } = messageSchemas();
    const types = byTopic.get('baskets.commands.v1')?.map(({ type }) => type);
    expect(types).toContain('DeleteBasket');
    const validate = ajv.compile(payloadOf('DeleteBasket.v1'));
    expect([validate({ by: 'request' }), validate({})]).toEqual([true, false]);
  });
});
