import { registerHooks } from 'node:module';

/** What `require` and `import` say. */
const notFound = new Set(['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND']);
const missing = new Map<string, unknown>();

/**
 * Lets Node look once for a package that is not there. Nest and TypeORM look for optional packages each time a service
 * is composed, and to find nothing costs as much as a tenth of that.
 */
export function rememberMissingPackages(): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      const place = `${specifier} from ${context.parentURL ?? ''}`;
      if (missing.has(place)) throw missing.get(place);
      try {
        return next(specifier, context);
      } catch (error) {
        const { code } = error as { readonly code?: string };
        if (code !== undefined && notFound.has(code)) missing.set(place, error);
        throw error;
      }
    },
  });
}
