import { operatedServices } from '@nordgate/contracts/commands';
import { Option } from 'commander';

/** The arguments and options of every command about a customer. */
export const customerArgument = [
  '<customer>',
  'the id of the customer at the bank, as its core has it',
] as const;

export const servicesOption = () =>
  new Option('--service <service...>', 'only these services')
    .choices(operatedServices)
    .default([...operatedServices], 'all');

export const keysOption = () =>
  new Option('--keys <text>', 'the keys in the answers of accounts and sca, for other services');

export const placeOption = () =>
  new Option('--after <place>', 'begin behind a page: the "next" of its answer; one service only');
