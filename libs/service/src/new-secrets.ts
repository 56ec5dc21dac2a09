export { makeOperators } from './host/secrets/new-operators.js';
export { makeKeyPair, makeSecrets, newKeyText } from './host/secrets/new-secrets.js';
