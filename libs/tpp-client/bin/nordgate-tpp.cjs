#!/usr/bin/env node
'use strict';
// Outside of dist, so that npm can link the command before the first build. Without a static import and with syntax
// of Node 12 alone: an older Node has to read this file to name the version that is needed.
const needed = { major: 22, minor: 19 };
const [major, minor] = process.versions.node.split('.').map(Number);
if (major > needed.major || (major === needed.major && minor >= needed.minor)) {
  import('../dist/cli/main.js');
} else {
  process.stderr.write(
    `error: nordgate-tpp needs Node ${needed.major}.${needed.minor} or newer, and this is ${process.version}\n`,
  );
  process.exitCode = 2;
}
