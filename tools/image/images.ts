/** The apps with an image: each that runs as a process, and the operator's command. */
export const apps = [
  'gateway',
  'payments',
  'baskets',
  'sca',
  'accounts',
  'batch',
  'operator',
] as const;
export type App = (typeof apps)[number];

/**
 * The apps with code of the sandbox, the folder `sandbox` of their build. The image of the app lacks the folder,
 * which is the last layer of a second image.
 */
export const sandboxApps = ['gateway', 'sca', 'accounts'] as const satisfies readonly App[];

const sandboxImageOf = <Name extends App>(app: Name) => `${app}-sandbox` as const;
export type Image = App | ReturnType<typeof sandboxImageOf<(typeof sandboxApps)[number]>>;
/** The images of the bank. */
export const images: readonly Image[] = [...apps, ...sandboxApps.map(sandboxImageOf)];

/** The app of an image. */
export const appOf = (image: Image): App => image.replace(/-sandbox$/, '') as App;

export const tagOf = (image: Image): string => `localhost/nordgate/${image}`;

/**
 * What a project needs at run time beside its `dist`, and what an image has from a development dependency:
 * `npm run build` writes Redoc into the gateway.
 */
export const runtimeFolders: Readonly<Record<string, readonly string[]>> = {
  'libs/contracts': ['profiles', 'schemas'],
};
export const bundledPackages: Readonly<Partial<Record<App, readonly string[]>>> = {
  gateway: ['node_modules/@redocly/cli'],
};
