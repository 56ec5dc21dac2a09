#!/usr/bin/env node
// A file of its own, so that the name can be linked before anything is built.
import '../dist/cli/main.js';
