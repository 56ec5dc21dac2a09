declare module 'pg/lib/utils.js' {
  /** The text, or bytes, that node-pg sends for a parameter. */
  export function prepareValue(value: unknown): string | Buffer | null;
}

declare module 'pg-pool' {
  export { Pool as default } from 'pg';
}
