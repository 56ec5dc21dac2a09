/** The services of the bank that have a database. */
export const services = ['payments', 'baskets', 'sca', 'accounts', 'batch'] as const;
