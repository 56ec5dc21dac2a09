import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asyncApi } from './asyncapi/async-api.js';
import { eventFacts, streamsPage, withEventTable } from './asyncapi/event-facts.js';
import { topicsPage, withCommandTable } from './asyncapi/command-table.js';
import { coreReadsApi } from './core-reads/core-reads-api.js';
import { pathOf, schemaFiles } from './schemas/schema-files.js';
import type { SchemaFile } from '../base/message/generated-schemas.js';

/**
 * `npm run describe`: writes the generated schemas, the descriptions of topics, messages and the core's API for reads, and the tables
 * of events and commands in docs/reference/streams.md and topics.md.
 */
const descriptionPath = join(import.meta.dirname, '../../../../docs/reference/asyncapi.json');
await write(descriptionPath, asyncApi());
for (const [file, schemas] of Object.entries(schemaFiles())) {
  await write(pathOf(file as SchemaFile), schemas);
}
// After the schemas, of which it is made.
await write(
  join(import.meta.dirname, '../../../../docs/reference/core-reads.json'),
  coreReadsApi(),
);
await writeText(streamsPage, withEventTable(await readFile(streamsPage, 'utf8'), eventFacts()));

await writeText(topicsPage, withCommandTable(await readFile(topicsPage, 'utf8')));

async function write(path: string, content: object): Promise<void> {
  await writeText(path, `${JSON.stringify(content, null, 2)}\n`);
}

async function writeText(path: string, text: string): Promise<void> {
  await writeFile(path, text);
  process.stdout.write(`${path}\n`);
}
