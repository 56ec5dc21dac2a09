/** A step that cannot go on, by its file or by an earlier answer. */
export class StepError extends Error {
  override readonly name = 'StepError';
}
