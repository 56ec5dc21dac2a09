/** The images of the bank: one for each app that runs as a process, and one for the operator's command. */
export const images = [
  'gateway',
  'payments',
  'baskets',
  'sca',
  'accounts',
  'batch',
  'operator',
] as const;
export type Image = (typeof images)[number];

export const tagOf = (image: Image): string => `localhost/nordgate/${image}`;

/**
 * What a project needs at run time beside its `dist`, and what an image has from a development dependency:
 * `npm run build` writes Redoc into the gateway.
 */
export const runtimeFolders: Readonly<Record<string, readonly string[]>> = {
  'libs/contracts': ['profiles', 'schemas'],
};
export const bundledPackages: Readonly<Partial<Record<Image, readonly string[]>>> = {
  gateway: ['node_modules/@redocly/cli'],
};
