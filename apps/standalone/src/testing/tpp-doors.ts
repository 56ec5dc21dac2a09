/** The ways in which a TPP ends. */
export const ways = [
  'the operator stops it',
  'the register withdraws it',
  'its certificate is revoked',
] as const;
export type Way = (typeof ways)[number];

export type Door =
  | 'a signed request'
  | 'a read with a consent'
  | 'a link of before'
  | 'a page of the console'
  | 'a certificate of the console'
  | 'a code of the console'
  | 'the list of contacts';

/** A door of a TPP: what it answers while the TPP may act. */
export interface OpenDoor {
  readonly open: number;
  /** The ways that do not close it. */
  readonly stays?: readonly Way[];
}

/** Everything by which a TPP gets something, or somebody gets something of it. After the end another status comes. */
export const doors: Readonly<Record<Door, OpenDoor>> = {
  'a signed request': { open: 201 },
  'a read with a consent': { open: 200 },
  'a link of before': { open: 200 },
  'a page of the console': { open: 200 },
  'a certificate of the console': { open: 200 },
  'a code of the console': { open: 303 },
  // The list of contacts is made where neither register nor revocation lists are read.
  'the list of contacts': { open: 200, stays: [ways[1], ways[2]] },
};

/** Every table and stream that names a TPP as its key, and the door by which it is used. */
export const memories: Readonly<Record<string, Door | { readonly none: string }>> = {
  'stream session': 'a read with a consent',
  'stream access': 'a read with a consent',
  'stream psu': 'a read with a consent',
  'stream tpp-contact': 'the list of contacts',
  'stream world-move': { none: 'the way of a clock of the sandbox, and gives nothing' },
  'stream world': { none: 'a generation of the sandbox, and gives nothing' },
  'stream tpp-stop': { none: 'the stop itself' },
  'stream hold': { none: 'holds payments back, and gives nothing' },
  'table world_move': { none: 'the way of a clock of the sandbox, and gives nothing' },
  'table world_use': {
    none: 'when a TPP used its world of the sandbox last: it goes with the world',
  },
  'table world_time': { none: 'the time of a world of the sandbox, and gives nothing' },
  'table console_code': 'a code of the console',
  'table console_visit': 'a page of the console',
  'table held_execution': { none: 'a list for the operator' },
  'table id_key': 'a read with a consent',
  'table last_read': { none: 'the PSU reads it in the overview' },
  'table order_book': { none: 'what PSUs have approved, which a stop holds back' },
  'table run_transfer': 'a signed request',
  'table stopped_tpp': { none: 'the stop itself' },
  'table unattended_read': 'a read with a consent',
};
