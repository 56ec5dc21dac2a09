import type { OrderPosition, RunEvent, ScheduleEvent } from '@nordgate/contracts/events';
import type { Samples } from '@nordgate/decider/testing';
import type { BatchCommands } from '@nordgate/contracts/commands';

export const runId = '2030-03-01-1330';
export const run = `batch-run-${runId}` as const;
export const schedule = 'schedule-sandbox';
const [day, slot, by] = ['2030-03-01', '13:30', 'scheduler'];
export const meta = { at: '2030-03-01T12:30:00.000Z', actor: 'system:batch' };
const { at } = meta;

/** A command to the schedule or to a run, under an id of its type. */
export function runCommand<Type extends keyof BatchCommands>(
  type: Type,
  stream: string,
  data: BatchCommands[Type]['data'],
) {
  return { type, id: `${stream}/${type}`, stream, data, meta };
}

export const position: OrderPosition = {
  isUrgent: false,
  dueDay: day,
  paymentId: 'a1f0c3d2e4b5968778695a4b3c2d1e0f',
};
const payments = [{ paymentId: position.paymentId, isMoved: true }] as const;
const counts = {
  ...{ due: 1, executed: 1, withoutFunds: 0, rejected: 0, held: 0, inProgress: 0, dropped: 0 },
};

export const runOpened: ScheduleEvent = {
  type: 'RunOpened',
  data: { runId, day, slot, by, at },
};
export const runStarted: RunEvent = { type: 'RunStarted', data: { runId, day, slot, by, at } };
export const picked: RunEvent = {
  type: 'PaymentsPicked',
  data: { runId, day, payments, last: position, at },
};
export const pickingEnded: RunEvent = {
  type: 'PickingEnded',
  data: { runId, picked: 1, held: 0, at },
};

type OnSchedule = Pick<BatchCommands, 'OpenRun' | 'CloseRun' | 'CarrySchedule'>;
type OnRun = Pick<BatchCommands, 'StartRun' | 'PickPayments' | 'EndPicking' | 'CompleteRun'>;

const queuedName = { runId: `${day}-now-1`, day, slot: 'now-1', by };
const asked: readonly ScheduleEvent[] = [
  { type: 'RunQueued', data: { ...queuedName, at } },
  {
    type: 'RunJoined',
    data: {
      ...{ runId, request: 'tpp/3', at },
      awaits: [{ paymentId: position.paymentId, version: 2 }],
    },
  },
];

/** Samples of the commands to the schedule. The golden files come from them. */
export const scheduleSamples: Samples<OnSchedule, ScheduleEvent> = {
  OpenRun: [
    { after: [], command: runCommand('OpenRun', schedule, { day, slot, by }) },
    {
      after: [runOpened],
      command: runCommand('OpenRun', schedule, { day, request: 'tpp/1', by: 'tpp' }),
    },
    {
      after: [],
      command: runCommand('OpenRun', schedule, {
        ...{ day, request: 'tpp/2', by: 'tpp' },
        awaits: [{ paymentId: position.paymentId, version: 2 }],
      }),
    },
  ],
  CloseRun: [{ after: [runOpened], command: runCommand('CloseRun', schedule, { runId }) }],
  CarrySchedule: [
    { after: [runOpened, ...asked], command: runCommand('CarrySchedule', schedule, {}) },
  ],
};

/** Samples of the commands to a run. The golden files come from them. */
export const runSamples: Samples<OnRun, RunEvent> = {
  StartRun: [{ after: [], command: runCommand('StartRun', run, { runId, day, slot, by }) }],
  PickPayments: [
    {
      after: [runStarted],
      command: runCommand('PickPayments', run, { payments, after: null, last: position }),
    },
  ],
  EndPicking: [
    { after: [runStarted, picked], command: runCommand('EndPicking', run, { held: 0 }) },
  ],
  CompleteRun: [
    {
      after: [runStarted, picked, pickingEnded],
      command: runCommand('CompleteRun', run, { counts }),
    },
  ],
};
