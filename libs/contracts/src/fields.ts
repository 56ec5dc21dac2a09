// The decorators of everything that comes from outside, and what follows from them: schema and check.
export {
  AddressList,
  BrokerList,
  HostName,
  HttpAddress,
  IpAddress,
  Origin,
  OriginList,
  Port,
  portMax,
  PostgresAddress,
  postgresAddress,
  SmtpAddress,
} from './base/fields/addresses.js';
export { Optional } from './base/fields/field.js';
export type { FieldDecorator } from './base/fields/field.js';
export { ListOf } from './base/fields/lists.js';
export { objectSchema } from './base/fields/object-schema.js';
export type { BodyClass, JsonSchema } from './base/fields/object-schema.js';
export { codeForm, patternForm, TextIn, uuidText } from './base/fields/text-form.js';
export type { TextForm, TextSchema } from './base/fields/text-form.js';
export {
  AnyText,
  CalendarDate,
  OneOf,
  Path,
  Pattern,
  WholeNumber,
  WordsOf,
} from './base/fields/values.js';
export { schemaFaults } from './interface/reading/schema-faults.js';
