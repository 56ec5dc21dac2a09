import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describedSandbox } from './described-gateway.js';

/** `npm run describe`: writes the golden file of the interface's description. */
const path = join(import.meta.dirname, '../../../../docs/reference/openapi.json');
await writeFile(path, `${JSON.stringify(await describedSandbox(), null, 2)}\n`);
process.stdout.write(`${path}\n`);
