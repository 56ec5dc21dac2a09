import type { JsonSchema } from '../../base/fields/object-schema.js';
import { generatedSchemas } from '../../base/message/generated-schemas.js';
import type {
  AccountsReply,
  BalancesReply,
  CardAccountsReply,
  CardBalancesReply,
  FundsReply,
  OneAccountReply,
  OneCardAccountReply,
} from './account-data-replies.js';
import type {
  AgreementsReply,
  ConsentCreated,
  ConsentReply,
  ConsentStatusReply,
  ConsentsReply,
  ConsoleCodeReply,
  TppContactReply,
  UserReply,
} from './account-replies.js';
import type {
  HeldAccountReply,
  HeldCardAccountReply,
  ListedCustomer,
  SandboxAccount,
  SandboxAgreement,
  SandboxAgreementsReply,
  SandboxCardAccount,
  SandboxClock,
  SandboxCustomer,
  SandboxCustomersReply,
  SandboxEngagement,
  SandboxConsentReply,
  SandboxPaymentReply,
  SandboxRefusalReply,
} from './sandbox-replies.js';
import type { SandboxBatchRun, SandboxBatchRunStarted } from './batch-replies.js';
import type { ErrorBody } from './message-replies.js';
import type { StatusReply } from './status-reply.js';
import type {
  AuthorisationList,
  BasketCreated,
  BasketReply,
  BasketStatusReply,
  CancellationReply,
  PaymentCreated,
  PaymentStatusReply,
  ScaStatusReply,
  StartedAuthorisation,
} from './payment-replies.js';
import type {
  CardTransactionDetailsReply,
  CardTransactionsReply,
  SandboxCardTransaction,
  SandboxTransaction,
  TransactionDetailsReply,
  TransactionsReply,
} from './transaction-replies.js';

/** Every reply of the interface, by the name that routes and the description use. */
export interface Replies {
  readonly AccountsReply: AccountsReply;
  readonly AgreementsReply: AgreementsReply;
  readonly AuthorisationList: AuthorisationList;
  readonly BalancesReply: BalancesReply;
  readonly BasketCreated: BasketCreated;
  readonly BasketReply: BasketReply;
  readonly BasketStatusReply: BasketStatusReply;
  readonly CancellationReply: CancellationReply;
  readonly CardAccountsReply: CardAccountsReply;
  readonly CardBalancesReply: CardBalancesReply;
  readonly CardTransactionDetailsReply: CardTransactionDetailsReply;
  readonly CardTransactionsReply: CardTransactionsReply;
  readonly ConsentCreated: ConsentCreated;
  readonly ConsentReply: ConsentReply;
  readonly ConsentStatusReply: ConsentStatusReply;
  readonly ConsentsReply: ConsentsReply;
  readonly ConsoleCodeReply: ConsoleCodeReply;
  readonly ErrorBody: ErrorBody;
  readonly FundsReply: FundsReply;
  readonly HeldAccountReply: HeldAccountReply;
  readonly HeldCardAccountReply: HeldCardAccountReply;
  readonly ListedCustomer: ListedCustomer;
  readonly OneAccountReply: OneAccountReply;
  readonly OneCardAccountReply: OneCardAccountReply;
  readonly PaymentCreated: PaymentCreated;
  readonly PaymentStatusReply: PaymentStatusReply;
  readonly SandboxAccount: SandboxAccount;
  readonly SandboxAgreement: SandboxAgreement;
  readonly SandboxAgreementsReply: SandboxAgreementsReply;
  readonly SandboxBatchRun: SandboxBatchRun;
  readonly SandboxBatchRunStarted: SandboxBatchRunStarted;
  readonly SandboxCardAccount: SandboxCardAccount;
  readonly SandboxCardTransaction: SandboxCardTransaction;
  readonly SandboxClock: SandboxClock;
  readonly SandboxConsentReply: SandboxConsentReply;
  readonly SandboxCustomer: SandboxCustomer;
  readonly SandboxCustomersReply: SandboxCustomersReply;
  readonly SandboxEngagement: SandboxEngagement;
  readonly SandboxPaymentReply: SandboxPaymentReply;
  readonly SandboxRefusalReply: SandboxRefusalReply;
  readonly SandboxTransaction: SandboxTransaction;
  readonly ScaStatusReply: ScaStatusReply;
  readonly StatusReply: StatusReply;
  readonly StartedAuthorisation: StartedAuthorisation;
  readonly TppContactReply: TppContactReply;
  readonly TransactionDetailsReply: TransactionDetailsReply;
  readonly TransactionsReply: TransactionsReply;
  readonly UserReply: UserReply;
}

/** The name of a reply. */
export type ReplyName = keyof Replies;

/** The JSON Schema of a reply, generated from its type. Nested objects stand in place, with a title. */
export function replySchema(name: ReplyName): JsonSchema {
  const known = schemas.get(name);
  if (known !== undefined) return known;
  const { definitions } = generatedSchemas('replies');
  const made = inPlace({ $ref: `#/definitions/${name}` }, definitions) as JsonSchema;
  schemas.set(name, made);
  return made;
}

const schemas = new Map<ReplyName, JsonSchema>();

function inPlace(part: unknown, definitions: Readonly<Record<string, object>>): unknown {
  if (Array.isArray(part)) return part.map((one) => inPlace(one, definitions));
  if (typeof part !== 'object' || part === null) return part;
  if (!('$ref' in part)) {
    const members = Object.entries(part).map(([name, one]) => [name, inPlace(one, definitions)]);
    return Object.fromEntries(members) as object;
  }
  const name = String(part.$ref).replace('#/definitions/', '');
  const definition = definitions[name];
  if (definition === undefined) throw new Error(`replies.json does not define ${name}`);
  return inPlace(definition, definitions);
}
