/** Events of `sandbox-<environment>`, which gives its generations: each number once. */
export type SandboxEvent = SandboxInitialised | GenerationTaken;

/** A TPP took a generation for its world. */
export interface GenerationTaken {
  readonly type: 'GenerationTaken';
  readonly data: { readonly generation: number; readonly tpp: string; readonly at: string };
}

/** A reset of the whole sandbox, from before each TPP had a world. */
export interface SandboxInitialised {
  readonly type: 'SandboxInitialised';
  readonly data: {
    readonly generation: number;
    /** Streams of the known state that this run opened. */
    readonly streams: readonly string[];
    readonly at: string;
  };
}

/** Events of `world-<tpp>`. */
export type WorldEvent = WorldInitialised;

/** The world of a TPP began with the known state, or a reset brought it back to it: another generation. */
export interface WorldInitialised {
  readonly type: 'WorldInitialised';
  readonly data: {
    readonly generation: number;
    readonly tpp: string;
    /** The world began with a request of the TPP: nobody asked for a reset. */
    readonly isFirst?: true;
    readonly at: string;
  };
}
