import { writeGenerated } from './generated-files.js';

/** Part of `npm run describe`: writes the files below deploy/k8s that follow from the code. */
for (const path of writeGenerated()) process.stdout.write(`${path}\n`);
