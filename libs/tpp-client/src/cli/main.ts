import { readFileSync } from 'node:fs';
import { runProgram } from './program.js';
import { processTerminal } from './terminal.js';

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { readonly version: string };
process.exitCode = await runProgram(process.argv.slice(2), processTerminal, version);
