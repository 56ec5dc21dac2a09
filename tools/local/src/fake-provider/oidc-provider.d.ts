/** The part of `oidc-provider` that the fake provider uses; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface Interaction {
    readonly uid: string;
    readonly params: Readonly<Record<string, unknown>>;
  }

  export interface KoaContext {
    readonly path: string;
    readonly response: {
      get(name: string): string | undefined;
      set(name: string, value: string): void;
    };
  }

  interface Grant {
    addOIDCScope(scope: string): void;
    addRar(detail: object): void;
    save(): Promise<string>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: object);
    readonly Grant: new (of: { accountId: string; clientId: string }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    use(middleware: (context: KoaContext, next: () => Promise<void>) => Promise<void>): void;
    on(event: string, listener: (context: unknown, error: unknown) => void): void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { readonly mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }
}
