/** Events of `world-move-<tpp>`: how the clock of a world of the sandbox gets to its target. Never edit one, add a version. */
export type WorldMoveEvent = WorldMovedOn | WorldArrived;

/** Which move of which world: that of a request of the TPP, in a generation. */
export interface WorldMoveName {
  readonly generation: number;
  readonly tpp: string;
  /** The request that asked for the move. */
  readonly request: string;
}

/** Everything that was due is done, and the world may go on to the next deadline, or to the target. */
export interface WorldMovedOn {
  readonly type: 'WorldMovedOn';
  readonly data: WorldMoveName & {
    /** The time in the world, ISO 8601 in UTC. */
    readonly to: string;
    readonly at: string;
  };
}

/** The world is at the target, and nothing is due any more. */
export interface WorldArrived {
  readonly type: 'WorldArrived';
  readonly data: WorldMoveName & { readonly at: string };
}
