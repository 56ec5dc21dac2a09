/** A group of operations in the description, with a text for its readers. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

interface TagGroup {
  readonly name: string;
  readonly tags: readonly (Tag & { readonly holds: RegExp })[];
}

/** The tags in the order of a TPP's journey, and the paths of each. The first match wins. */
const groups: readonly TagGroup[] = [
  {
    name: 'First contact',
    tags: [
      {
        name: 'PSU and session',
        holds: /^\/v1\/(user|agreements)$/,
        description:
          'Where a TPP begins. `GET /v1/user` without PSU-ID answers 401 with the link for the first SCA. The redirect after SCA brings the PSU-ID. `GET /v1/agreements` lists whom the PSU may act for.',
      },
      {
        name: 'Contact of the TPP',
        holds: /^\/v1\/tpp\//,
        description: 'The address at which the bank reaches the TPP about operations.',
      },
    ],
  },
  {
    name: 'Consents and accounts',
    tags: [
      {
        name: 'Consents',
        holds: /^\/v1\/bank-offered-consents(\/:\w+(\/status)?)?$/,
        description:
          'A consent lets a TPP read accounts. The PSU picks the accounts on the pages of the bank.',
      },
      {
        name: 'Accounts',
        holds: /^\/v1\/accounts/,
        description: 'Accounts, balances and transactions that a consent covers.',
      },
      {
        name: 'Card accounts',
        holds: /^\/v1\/card-accounts/,
        description: 'The same for card accounts.',
      },
      {
        name: 'Funds confirmations',
        holds: /^\/v1\/funds-confirmations/,
        description: 'Whether an account has the funds for an amount, for card issuers (PSP_IC).',
      },
    ],
  },
  {
    name: 'Payments',
    tags: [
      {
        name: 'Single payments',
        holds: /^\/v1\/payments\/:\w+(\/:\w+(\/status)?)?$/,
        description:
          'Initiate a payment, send the PSU to its `scaRedirect`, then read the status. RCVD becomes ACTC by the approval and ACSC by the execution.',
      },
      {
        name: 'Bulk payments',
        holds: /^\/v1\/bulk-payments\/:\w+(\/:\w+(\/status)?)?$/,
        description: 'Several payments of one debtor account with one approval.',
      },
      {
        name: 'Periodic payments',
        holds: /^\/v1\/periodic-payments\/:\w+(\/:\w+(\/status)?)?$/,
        description: 'Standing orders. Each occurrence has a status.',
      },
    ],
  },
  {
    name: 'Baskets',
    tags: [
      {
        name: 'Signing baskets',
        holds: /^\/v1\/signing-baskets(\/:\w+(\/status)?)?$/,
        description: 'Payments that a PSU approves together, with one SCA.',
      },
    ],
  },
  {
    name: 'Authorisations',
    tags: [
      {
        name: 'Authorisations',
        holds: /^\/v1\/(?!consents\/).*\/authorisations(\/:\w+)?$/,
        description:
          'The approvals of consents, payments and baskets. Each creation starts the first authorisation. A POST starts another one with a new link.',
      },
      {
        name: 'Cancellation authorisations',
        holds: /\/cancellation-authorisations(\/:\w+)?$/,
        description: 'The approval of the cancellation of an approved payment.',
      },
    ],
  },
  {
    name: 'Sandbox',
    tags: [
      {
        name: 'Sandbox',
        holds: /^\/v1\/sandbox\/(initialize|batch-runs|console-codes)/,
        description:
          'Reset your test data to a known state, execute the payments that are due, and open the console. The sandbox alone has these operations.',
      },
      {
        name: 'Other channels',
        holds: /^\/v1\/sandbox\/(payments|bank-offered-consents)\//,
        description:
          'What the bank, or the PSU at the bank, does without you: it changes or cancels a payment, refuses an execution, or revokes a consent.',
      },
      {
        name: 'Test transactions',
        holds: /^\/v1\/sandbox\/accounts\//,
        description: 'Transactions of test accounts.',
      },
      {
        name: 'Test accounts',
        holds: /^\/v1\/sandbox\/customers\/:\w+\/(card-)?accounts/,
        description: 'Accounts and card accounts of test customers.',
      },
      {
        name: 'Test customers',
        holds: /^\/v1\/sandbox\/customers/,
        description: 'People and organisations who bank here.',
      },
      {
        name: 'Test agreements',
        holds: /^\/v1\/sandbox\/agreements/,
        description: 'Whom a test customer may act for, and how many have to sign.',
      },
    ],
  },
  {
    name: 'About the bank',
    tags: [
      {
        name: 'Former names',
        holds: /^\/v1\/consents/,
        description: 'The former paths of consents. Use the paths of Consents.',
      },
      {
        name: 'The bank',
        holds: /^/,
        description:
          'This description, the status of the bank, the seal of responses and the probes. Not signed.',
      },
    ],
  },
];

const ordered = groups.flatMap(({ tags }) => tags);

/** The name of the tag of a route, by its path with `:name` for parameters. */
export function tagOf(url: string): string {
  return ordered.find(({ holds }) => holds.test(url))?.name ?? '';
}

/** The tags that operations of a document have, in their order, and the same tags in groups. */
export function tagsAmong(used: ReadonlySet<string>): {
  readonly tags: readonly Tag[];
  readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[];
} {
  const isUsed = ({ name }: Tag) => used.has(name);
  return {
    tags: ordered.filter(isUsed).map(({ name, description }) => ({ name, description })),
    'x-tagGroups': groups
      .map(({ name, tags }) => ({ name, tags: tags.filter(isUsed).map((one) => one.name) }))
      .filter(({ tags }) => tags.length > 0),
  };
}
