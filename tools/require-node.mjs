// The platform packages that pin Node are optional dependencies, and npm leaves those out silently.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 9)) {
  console.error(
    `Nordgate needs Node 24.9 or newer, but this is ${process.version} (${process.execPath}). ` +
      'Run through npm, which uses the pinned node_modules/.bin/node, or install Node 24.',
  );
  process.exit(1);
}
