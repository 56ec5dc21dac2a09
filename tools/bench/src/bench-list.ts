import { kafkaBenches } from './kafka/kafka.bench.js';

/** Every bench by the name that the command line takes. */
export const benches: Readonly<Record<string, string>> = {
  start: 'seconds to a ready bank, its memory and its processor time when idle',
  verify: 'the verification of a signature, with a warm and a cold certificate',
  gateway: 'the gateway with a stubbed bus, per processor second',
  tracing: 'the gateway that records 5 % and all of its traces, against none',
  'traced-bank':
    'signed POST to a bank whose traces are sent or kept, against none, per processor second',
  seal: 'the price of answers that are sealed by ECDSA and by RSA',
  peer: 'processor time of signed POST and GET, against a plain CRUD server',
  growth: 'processor time of POST and GET in a bank with a million payments, against a small bank',
  page: "the approval site's first page",
  append: 'group commit and batch append of the event store',
  ledger: 'entries of 1 and of 1,000 debtors, and the known state of a sandbox',
  execution: 'runs of 20,000 approved payments, against group commit',
  memory: 'the heap after runs of 10,000 and of 100,000 payments',
  archive: 'what an executed payment leaves in two databases, before and after its archive',
  rebuild: 'the rebuild of a projection of a million events, by one reader and by four',
  balances: 'signed GET of balances against that of a status, sealed',
  transactions: 'pages of an account with a million transactions',
  post: 'signed POST to the one-process bank',
  get: 'signed GET of a status from the one-process bank',
  bytes: 'what a payment and a reported entry leave on disks (needs Java)',
  ...kafkaBenches,
};

/** What `--help` prints. */
export const usage = `npm run bench [-- name …]   every bench without names

${Object.entries(benches)
  .map(([name, what]) => `  ${name.padEnd(12)} ${what}`)
  .join('\n')}`;
