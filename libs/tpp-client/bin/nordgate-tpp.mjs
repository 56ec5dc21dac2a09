#!/usr/bin/env node
// Outside of dist, so that npm can link the command before the first build.
import { runProgram } from '../dist/cli/program.js';
import { processTerminal } from '../dist/cli/terminal.js';

process.exitCode = await runProgram(process.argv.slice(2), processTerminal);
