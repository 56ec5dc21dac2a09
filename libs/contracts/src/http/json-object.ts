/** A JSON object, every member still unknown. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is a JSON object: neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
