import { run } from '@nordgate/local/programs';
import { say } from '@nordgate/local/tool';
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { ControlPlane } from '../control-plane/control-plane.js';
import type { Kubectl } from '../control-plane/kubectl.js';
import { kubernetesPrograms } from '../control-plane/kubernetes-programs.js';
import { withLifetime } from '../control-plane/lifetime.js';
import { definitionFolder, kubernetesFile } from '../schemas/bundle.js';
import type { CustomResourceDefinition, OpenApiSchemas } from '../schemas/open-api.js';
import { definitionsOf, withoutDescriptions } from '../schemas/slim.js';
import { bundledKinds, folderSources, goModuleSources, openApiPath } from './sources.js';
import type { FolderSource, GoModuleSource } from './sources.js';

/**
 * `npm run schemas:k8s -- [--strimzi=FOLDER] [--cert-manager=FOLDER] [--external-secrets=FOLDER]`: writes
 * `deploy/k8s/schemas` again. The definitions of such a project are replaced only when the folder of its release is given.
 */
async function main(): Promise<void> {
  const options = folderSources.map(({ option }) => [option, { type: 'string' }] as const);
  const { values } = parseArgs({ options: Object.fromEntries(options) });
  mkdirSync(definitionFolder, { recursive: true });
  removeDefinitions(folderSources.filter(({ option }) => values[option] === undefined));
  for (const source of goModuleSources) await writeGoModule(source);
  for (const source of folderSources) {
    const folder = values[source.option];
    if (typeof folder === 'string') writeDefinitions(filesIn(folder, source));
  }
  await withLifetime(async (life) => {
    const programs = await kubernetesPrograms(say, process.env, life.signal);
    const { kubectl } = await ControlPlane.start(life, programs);
    const schemas = definitionsOf(await publishedSchemas(kubectl), bundledKinds);
    write(kubernetesFile, { version: programs.version, schemas });
  });
}

function removeDefinitions(kept: readonly FolderSource[]): void {
  for (const file of globSync('*.json', { cwd: definitionFolder })) {
    const isKept = kept.some(({ group }) => file.endsWith(`.${group}.json`));
    if (!isKept) rmSync(join(definitionFolder, file));
  }
}

/** The definitions of all groups in use, as the API server publishes them: with enums, unlike its sources. */
async function publishedSchemas(kubectl: Kubectl): Promise<OpenApiSchemas> {
  const published: Record<string, OpenApiSchemas[string]> = {};
  for (const path of new Set(bundledKinds.map(openApiPath))) {
    const { components } = JSON.parse(await kubectl.raw(path)) as {
      components: { schemas: OpenApiSchemas };
    };
    Object.assign(published, components.schemas);
  }
  return published;
}

async function writeGoModule({ module, version, sum, files }: GoModuleSource): Promise<void> {
  const download = ['mod', 'download', '-json', `${module}@${version}`];
  await run('go', download, { cwd: tmpdir() });
  const printed = execFileSync('go', download, { cwd: tmpdir(), encoding: 'utf8' });
  const { Dir, Sum } = JSON.parse(printed) as { Dir: string; Sum: string };
  if (Sum !== sum) throw new Error(`${module}@${version} has the checksum ${Sum}, not ${sum}`);
  writeDefinitions(files.map((file) => join(Dir, file)));
}

/** @throws Error when the folder lacks a file */
function filesIn(folder: string, { files }: FolderSource): readonly string[] {
  return files.map((file) => {
    const [found] = globSync([file, `*${file}`], { cwd: folder });
    if (found === undefined) throw new Error(`${folder} has no ${file}`);
    return join(folder, found);
  });
}

function writeDefinitions(paths: readonly string[]): void {
  for (const path of paths) {
    const definition = parse(readFileSync(path, 'utf8')) as CustomResourceDefinition;
    const file = `${definition.metadata.name}.json`;
    write(join(definitionFolder, file), withoutDescriptions(withoutUnserved(definition)));
  }
}

/** Versions that no server answers: External Secrets keeps a whole one. */
function withoutUnserved(definition: CustomResourceDefinition): CustomResourceDefinition {
  const versions = definition.spec.versions.filter(({ served }) => served);
  return { ...definition, spec: { ...definition.spec, versions } };
}

function write(path: string, content: unknown): void {
  writeFileSync(path, `${JSON.stringify(content, null, 1)}\n`);
  say(`wrote ${path}`);
}

await main();
