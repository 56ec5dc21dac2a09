import type { Evidence, ServiceEvidence, StoredFact } from '../evidence/evidence.js';
import { executionStream, withService } from './evidence.js';

/** Evidence that breaks a law, with a part of the violation. */
export type Case = readonly [what: string, broken: Evidence, tells: RegExp];

/** The cases of the laws of execution, by the promise of the law: each breaks the sound evidence. */
export function executionCases(sound: Evidence): Readonly<Record<string, readonly Case[]>> {
  return {
    'the order book equals the payments': [
      [
        'a payment is not in it',
        { ...sound, orders: sound.orders.slice(0, -1) },
        /the order book does not know it/,
      ],
      [
        'it knows another run',
        { ...sound, orders: sound.orders.map((row) => ({ ...row, claimedBy: null })) },
        /is of batch-run-.*; the order book says nobody/,
      ],
    ],
    'each payment is executed once': [...transferCases(sound), ...claimCases(sound)],
    'every run ends with its counts': runCases(sound),
  };
}

type Change = (event: StoredFact) => readonly StoredFact[];

/** The evidence in which each event of a type in a service is replaced. */
function changed(
  sound: Evidence,
  service: 'batch' | 'payments' | 'accounts',
  [type, change]: readonly [string, Change],
): Evidence {
  return withService(sound, service, ({ events }: ServiceEvidence) => ({
    events: events.flatMap((one) => (one.type === type ? change(one) : [one])),
  }));
}

const without: Change = () => [];
const repeated: Change = (one) => [one, one];
const saying =
  (data: object): Change =>
  (one) => [{ ...one, data: { ...(one.data as object), ...data } }];

function transferCases(sound: Evidence): readonly Case[] {
  return [
    [
      'a settled transfer has no entry',
      changed(sound, 'accounts', ['EntryBooked', without]),
      /settled 1, declined 0, booked 0, acsc 1/,
    ],
    [
      'a transfer is booked twice',
      changed(sound, 'accounts', ['EntryBooked', repeated]),
      /booked 2/,
    ],
    [
      'an entry has no transfer',
      withService(sound, 'batch', ({ events }) => ({
        events: events.filter(({ stream }) => stream !== executionStream(4)),
      })),
      /instructed 0, settled 0, declined 0, booked 1/,
    ],
    [
      'an entry has no reason',
      changed(sound, 'accounts', ['EntryBooked', saying({ entryId: 'x' })]),
      /is booked for no reason/,
    ],
    [
      'a settled payment is not ACSC',
      changed(sound, 'payments', ['PaymentProgressed', without]),
      /settled 1, declined 0, booked 1, acsc 0/,
    ],
    [
      'a payment has two transfers',
      changed(sound, 'batch', [
        'TransferInstructed',
        (one) => [one, { ...one, stream: executionStream(9), id: 'other' }],
      ]),
      /moved by batch-run-2030-03-01-now-1, batch-run-2030-03-01-now-1/,
    ],
  ];
}

function claimCases(sound: Evidence): readonly Case[] {
  const other = 'batch-run-2';
  return [
    [
      'two runs have picked a payment',
      { ...sound, picks: sound.picks.flatMap((one) => [one, { ...one, run: other }]) },
      /was picked by batch-run-2030-03-01-now-1, batch-run-2,/,
    ],
    [
      'two runs have claimed a payment',
      changed(sound, 'payments', ['PaymentClaimed', (one) => [one, ...saying({ by: other })(one)]]),
      /claimed by batch-run-2030-03-01-now-1, batch-run-2 /,
    ],
    [
      'no run has picked a payment that is due',
      { ...sound, orders: sound.orders.map((row) => ({ ...row, isDue: true })) },
      /is due, and no run has picked it/,
    ],
  ];
}

function runCases(sound: Evidence): readonly Case[] {
  const counts = { due: 1, held: 0, executed: 1, withoutFunds: 0, rejected: 0 };
  return [
    [
      'one that was acknowledged never began',
      { ...sound, runs: ['2030-03-01-now-2'] },
      /with the run 2030-03-01-now-2, which never began/,
    ],
    [
      'one that has all outcomes does not end',
      changed(sound, 'batch', ['RunCompleted', without]),
      /waits for nothing/,
    ],
    [
      'it counts too little',
      changed(sound, 'batch', ['RunCompleted', saying({ counts })]),
      /ended with 1 picked, .*; its events say 2 picked, 1 executed, 1 without funds/,
    ],
  ];
}
