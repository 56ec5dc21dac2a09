import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asyncApi } from './asyncapi/async-api.js';
import { pathOf, schemaFiles } from './schemas/schema-files.js';
import type { SchemaFile } from '../schemas/generated-schemas.js';

/** `npm run describe`: writes the generated schemas, and the description of topics and messages. */
const descriptionPath = join(import.meta.dirname, '../../../../docs/reference/asyncapi.json');
await write(descriptionPath, asyncApi());
for (const [file, schemas] of Object.entries(schemaFiles())) {
  await write(pathOf(file as SchemaFile), schemas);
}

async function write(path: string, content: object): Promise<void> {
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`);
  process.stdout.write(`${path}\n`);
}
