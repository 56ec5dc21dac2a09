import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedFiles } from './generated-files.js';
import { overlays, renderedHead, renderedPath, root, sourcesDigest } from './sources.js';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('the generated manifests', () => {
  it.each([...generatedFiles()])('follow from the code: %s (npm run describe)', (path, text) => {
    expect(read(path)).toBe(text);
  });
});

describe('the rendered overlays', () => {
  it.each(overlays)('come from the sources as they are now: %s (npm run render:k8s)', (overlay) => {
    const head = renderedHead(sourcesDigest());
    expect(read(renderedPath(overlay)).slice(0, head.length)).toBe(head);
  });
});
