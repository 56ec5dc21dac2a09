/** What was decided cannot be written as it is: the item is at fault, not the database. */
export class UnstorableError extends Error {
  override readonly name = 'UnstorableError';
}
