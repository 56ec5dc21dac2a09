/** Files whose mutants the tests of one project must kill. */
export interface Group {
  readonly name: string;
  /** Globs of named files, relative to the root folder. */
  readonly files: readonly string[];
  /** Globs of the specs that count: pure ones only. */
  readonly specs: readonly string[];
}

const pureSpecs = (folder: string): string[] => [
  `${folder}/src/**/*.spec.ts`,
  `!${folder}/src/**/*.{int,e2e}.spec.ts`,
];

/** What `npm run test:mutation` measures: rules, signatures and decisions. */
export const groups: readonly Group[] = [
  {
    name: 'contracts',
    files: [
      'libs/contracts/src/base/{calendar,fields,json,rules}/*.ts',
      'libs/contracts/src/interface/reading/{body-type,document-order,fault,json-body,known-part}.ts',
      'libs/contracts/src/interface/reading/{query-parameters,rule-faults,schema-faults}.ts',
      'libs/contracts/src/interface/products/*transfers*.ts',
      // The rules of a subject; its commands, events and queries are types.
      'libs/contracts/src/{accounts,authorisations,execution,operations,payments,sandbox,tpps}/*.ts',
    ],
    // A property that takes seconds would run for every mutant that survives the examples.
    specs: [
      'libs/contracts/src/{base,interface,accounts,authorisations,execution,operations,payments,sandbox,tpps}/**/*.spec.ts',
      '!libs/contracts/src/**/*.property.spec.ts',
    ],
  },
  {
    name: 'signature',
    files: [
      'libs/signature/src/base/headers.ts',
      'libs/signature/src/request/{verify,received-headers,http-date,digest,key-id}.ts',
      'libs/signature/src/request/{signature-header,signature-text,signing-string}.ts',
      'libs/signature/src/certificate/{certificate-algorithm,certificate-key,issuer-match}.ts',
      'libs/signature/src/certificate/{organization-identifier,qc-statements}.ts',
      'libs/signature/src/revocation/revocation-status.ts',
      'libs/signature/src/trust/{certificate-path,tpp-certificate,trust-store}.ts',
      'libs/signature/src/answer/check-answer.ts',
    ],
    specs: pureSpecs('libs/signature').concat('!libs/signature/src/base/asn1-library.spec.ts'),
  },
  {
    name: 'payments',
    files: [
      'apps/payments/src/domain/*.ts',
      'apps/payments/src/{initiate,end,approve}/*.ts',
      'apps/payments/src/execute/progress-payment.ts',
    ],
    specs: pureSpecs('apps/payments'),
  },
  {
    name: 'baskets',
    files: [
      'apps/baskets/src/domain/*.ts',
      'apps/baskets/src/{create,approve,end}/*.ts',
      'apps/baskets/src/view/basket-view.ts',
      'apps/baskets/src/payment-register/payment-register.ts',
    ],
    specs: pureSpecs('apps/baskets'),
  },
  {
    name: 'sca',
    files: ['apps/sca/src/{session,authorisation,passkeys,access}/*.ts'],
    specs: pureSpecs('apps/sca').concat('!apps/sca/src/site/**'),
  },
];

/** Bare files only: a suffix marks contact with the outside, and an entry holds no rule. */
export const isNamed = (file: string): boolean =>
  /\/[^/.]+\.ts$/.test(file) && !file.endsWith('/index.ts');
