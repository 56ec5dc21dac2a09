import type { BodyType, ParametersClass, ReplyName } from '@nordgate/contracts/http';
import type { PaymentService } from '@nordgate/contracts/events';

/** JSON Schema as it stands in the description. */
export type Schema = object;

/** Headers that some answers carry besides those of every answer. */
export type AnswerHeader =
  | 'Location'
  | 'ASPSP-SCA-Approach'
  | 'ASPSP-Notification-Support'
  | 'ASPSP-VOP-Supported'
  | 'ETag'
  | 'Link';

/** What an answer of one status is. */
export interface AnswerDescription {
  readonly says: string;
  /** The name of a reply, or a schema, or schemas by service. Absent for an answer without a body. */
  readonly schema?: ReplyName | Schema | ((service: PaymentService) => readonly Schema[]);
  /** JSON unless told otherwise. */
  readonly mediaType?: string;
  readonly headers?: readonly AnswerHeader[];
  /** Where the answer leads: route ids (see {@link RouteDescription.id}) with the id they take. */
  readonly leadsTo?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What the interface's description says of a route; every route has one. */
export interface RouteDescription {
  /** Its operationId; routes of several services get the service's name behind it. */
  readonly id: string;
  readonly summary: string;
  /** The route is the former name of another one. */
  readonly deprecated?: true;
  /** `payment`: the body of each product that the bank offers in the route's service. */
  readonly body?: 'payment' | BodyType<unknown>;
  /** The body may also be a list of 1 to `listOf` such bodies. */
  readonly listOf?: number;
  /** The parameters of its query, which requests are checked against. By default there are none. */
  readonly query?: ParametersClass;
  readonly answers: Readonly<Record<number, AnswerDescription>>;
  /** Statuses it refuses with, besides those of every signed route. */
  readonly refuses?: readonly number[];
}
