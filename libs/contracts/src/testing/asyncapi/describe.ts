import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asyncApi } from './async-api.js';

/** `npm run describe`: writes the golden file of topics and messages. */
const path = join(import.meta.dirname, '../../../../../docs/reference/asyncapi.json');
await writeFile(path, `${JSON.stringify(asyncApi(), null, 2)}\n`);
process.stdout.write(`${path}\n`);
