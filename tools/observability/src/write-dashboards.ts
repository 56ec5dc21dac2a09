import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dashboardFiles } from './dashboards/files.js';

/** `npm run describe:dashboards`: writes the dashboards into the folder that a bank imports. */
const folder = join(import.meta.dirname, '../../../deploy/observability/dashboards');
for (const [name, text] of dashboardFiles()) writeFileSync(join(folder, name), text);
