#!/usr/bin/env node
// Outside of dist, so that npm can link the command before the first build.
import { readFileSync } from 'node:fs';
import { runProgram } from '../dist/cli/program.js';
import { processTerminal } from '../dist/cli/terminal.js';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest);
process.exitCode = await runProgram(process.argv.slice(2), processTerminal, version);
