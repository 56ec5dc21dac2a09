import { renderedFiles, renderOverlays } from '@nordgate/local/render-overlays';
import { writeGenerated } from './generated-files.js';

/**
 * `npm run render:k8s`, and part of `npm run describe`: writes the files below deploy/k8s that follow from the code, and
 * renders the overlays with them. The Secrets of External Secrets follow from the rendered production, and they are
 * sources of the banks' overlays: so both are made twice.
 */
async function render(): Promise<void> {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  await renderOverlays(say, process.env);
  writeGenerated();
  await renderOverlays(say, process.env);
  const generated = writeGenerated();
  await renderOverlays(say, process.env);
  for (const path of [...generated, ...renderedFiles]) say(path);
}

await render().catch((error: unknown) => {
  process.stderr.write(`nothing is rendered: ${String(error)}\n`);
  process.exitCode = 1;
});
