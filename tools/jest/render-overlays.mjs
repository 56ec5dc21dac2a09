/** Jest's global set-up of the projects that read the rendered overlays: git does not have them. */
export default async function renderBefore() {
  const { renderOverlays } = await builtRenderer();
  await renderOverlays((line) => process.stderr.write(`${line}\n`), process.env);
}

async function builtRenderer() {
  try {
    return await import('@nordgate/local/render-overlays');
  } catch (cause) {
    throw new Error('the rendered overlays need a build first: npm run build', { cause });
  }
}
