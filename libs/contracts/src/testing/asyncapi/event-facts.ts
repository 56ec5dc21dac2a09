import { join } from 'node:path';
import { folder, nameIn, schemasOfTypes } from '../schemas/from-types.js';
import type { Definitions, Generated } from '../schemas/from-types.js';

/** A row of the table of events in docs/reference/streams.md. */
export interface EventFact {
  readonly stream: string;
  readonly type: string;
  readonly version: string;
  readonly fact: string;
}

/** The page with the table of events. */
export const streamsPage = join(folder, '../../docs/reference/streams.md');

/**
 * The events of all topics, from the comments of their types: the comment of a union names the stream
 * (`Events of …`), and the comment of an event is its fact. A fact that begins with `Version 2.` gives the
 * event's version, which otherwise is the topic's. Events of several topics come once. Throws for an event without either.
 */
export function eventFacts(): readonly EventFact[] {
  const definitions = schemasOfTypes('services/messages.ts', 'described');
  const byTopic = Object.entries(definitions['EventsOnTopic']?.properties ?? {});
  const facts = byTopic.flatMap(([topic, union]) => {
    const version = /\.v(\d+)$/.exec(topic)?.[1] ?? '';
    return factsIn(union, definitions, '').map(({ stream, type, fact }) => {
      const [, own = version, rest = fact] = /^Version (\d+)\. (.*)$/.exec(fact) ?? [];
      return { stream, type, version: own, fact: rest };
    });
  });
  return facts.filter(({ type }, at) => facts.findIndex((one) => one.type === type) === at);
}

function factsIn(
  schema: Generated,
  definitions: Definitions,
  streamAround: string,
): Omit<EventFact, 'version'>[] {
  const description = (schema.description ?? '').replace(/\s+/g, ' ').trim();
  const stream = /^Events of `([a-z-]+)-</.exec(description)?.[1] ?? streamAround;
  const name = nameIn(schema.$ref);
  if (name !== undefined) return factsIn(definitions[name] ?? {}, definitions, stream);
  if (schema.anyOf !== undefined) {
    return schema.anyOf.flatMap((one) => factsIn(one, definitions, stream));
  }
  const type = String(schema.properties?.['type']?.const);
  if (stream === '') throw new Error(`no comment names the stream of ${type}`);
  if (description === '') throw new Error(`${type} has no comment that tells its fact`);
  return [{ stream, type, fact: description }];
}

const headline = '## Events\n';
const header = '| stream | event | version | fact and resulting state |\n| --- | --- | --- | --- |';

/** The page with the table of events renewed. The rest of the page stays as it is. */
export function withEventTable(page: string, facts: readonly EventFact[]): string {
  const [before = ''] = page.split(headline);
  const rows = facts.map(
    ({ stream, type, version, fact }) => `| \`${stream}\` | \`${type}\` | ${version} | ${fact} |`,
  );
  return `${before}${headline}\n${[header, ...rows].join('\n')}\n`;
}

/** The rows of the table of events in the page, whatever the width of its columns. */
export function eventTableIn(page: string): readonly EventFact[] {
  const table = page.split(headline)[1] ?? '';
  const rows = table.matchAll(/^\| `([^`]+)` +\| `(\w+)` +\| (\d+) +\| (.+?) +\|$/gm);
  return [...rows].map(([, stream = '', type = '', version = '', fact = '']) => ({
    stream,
    type,
    version,
    fact,
  }));
}
