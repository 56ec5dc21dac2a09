/** The numbers of an account reference (specification 2.3). */
export interface AccountReference {
  readonly bban?: string;
  readonly iban?: string;
}

const norwegianIban = /^NO\d{2}(\d{11})$/;

/** The BBAN that a payment debits: given, or inside the Norwegian IBAN (ISO 13616). */
export function debtorBban({ bban, iban }: AccountReference): string | undefined {
  return bban ?? norwegianIban.exec(iban ?? '')?.[1];
}
