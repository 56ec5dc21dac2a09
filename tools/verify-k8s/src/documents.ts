import { parseAllDocuments } from 'yaml';

/** One manifest, as far as every check needs it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

/**
 * The manifests of a YAML text, which may hold several documents. Reads YAML 1.1 as kubectl does: an unquoted
 * `on` is a boolean.
 *
 * @throws Error when a document is no YAML, repeats a key, or lacks apiVersion, kind or name
 */
export function readManifests(text: string): readonly Manifest[] {
  const documents = parseAllDocuments(text, { version: '1.1', merge: false });
  return [...documents].flatMap((document, index) => {
    const [error] = document.errors;
    if (error !== undefined) throw new Error(`document ${String(index + 1)}: ${error.message}`);
    const content: unknown = document.toJS();
    if (content === null) return [];
    if (!isManifest(content)) {
      throw new Error(`document ${String(index + 1)} has no apiVersion, kind or metadata.name`);
    }
    return [content];
  });
}

/** `apps/v1 Deployment gateway`: how a message names a manifest. */
export function titleOf({ apiVersion, kind, metadata }: Manifest): string {
  return `${apiVersion} ${kind} ${metadata.name}`;
}

function isManifest(content: unknown): content is Manifest {
  const { apiVersion, kind, metadata } = content as Partial<Manifest>;
  return [apiVersion, kind, metadata?.name].every((text) => typeof text === 'string');
}
