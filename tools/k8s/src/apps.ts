/** The services with a database, in the order of docs/architecture.md. */
export const services = ['payments', 'baskets', 'sca', 'accounts', 'batch'] as const;
export type Service = (typeof services)[number];

/** The apps of the deployed bank. */
export const apps = ['gateway', ...services] as const;
export type App = (typeof apps)[number];
