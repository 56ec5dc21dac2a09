import { stringify } from 'yaml';

/** An object of the Kubernetes API. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec?: unknown;
}

/** Objects as the text of a generated file. `about` becomes a comment of one line. */
export function fileOf(about: string, objects: readonly object[]): string {
  const head = `# Written by npm run describe. ${about}\n`;
  return (
    head + objects.map((one) => stringify(one, { lineWidth: 0, singleQuote: true })).join('---\n')
  );
}
