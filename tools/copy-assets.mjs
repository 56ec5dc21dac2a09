// Copies what tsc leaves behind (SQL, templates, style sheets, pictures, scripts for browsers) from each
// project's `src` to its `dist`, so that built code finds these files beside itself. Writes the renderer
// of /docs, too.
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Redoc, as a file of the pinned @redocly/cli, which also lints the description. */
const redoc = 'node_modules/@redocly/cli/lib/chunks/redoc.standalone.js';
const servedRedoc = 'apps/gateway/dist/description/redoc.js';
/** Where Redoc would load its logo and icons, and send telemetry: /docs names no other host. */
const makersHosts =
  /https:\/\/(?:cdn\.redoc\.ly|cdn\.redocly\.com|otel\.cloud\.redocly\.com)[^`"']*/g;

const assets = [
  ...globSync('{apps,libs,tools}/*/src/**/*.{sql,eta,css,js,svg,md}').map((source) => [
    source,
    source.replace('/src/', '/dist/'),
  ]),
  // The gateway of a sandbox serves the tutorial.
  ['docs/tutorials/first-payment.md', 'apps/gateway/dist/description/first-payment.md'],
];
let copied = 0;
for (const [source, target] of assets) {
  if (isCurrent(source, target)) continue;
  cpSync(source, target, { preserveTimestamps: true });
  copied += 1;
}
if (copied > 0) console.error(`copied ${copied} of ${assets.length} assets`);
if (!isCurrent(redoc, servedRedoc)) {
  mkdirSync(dirname(servedRedoc), { recursive: true });
  writeFileSync(servedRedoc, readFileSync(redoc, 'utf8').replace(makersHosts, 'data:,'));
  console.error('wrote the renderer of /docs');
}

/** A copy has a rounded time stamp, which may be less than a millisecond older than its source. */
function isCurrent(source, target) {
  return existsSync(target) && statSync(target).mtimeMs + 1 >= statSync(source).mtimeMs;
}
