import { createHash } from 'node:crypto';

/**
 * The site's one script: it asks the browser's authenticator for what the form says, and sends the
 * answer with the form. Without it every page still says what else the PSU can do. It converts JSON
 * by itself, because not every browser with passkeys has `parseRequestOptionsFromJSON` yet.
 */
export const passkeyScript = `'use strict';
(() => {
  const form = document.querySelector('form[data-passkey]');
  if (form === null || window.PublicKeyCredential === undefined) return;
  const part = (name) => form.querySelector('[data-passkey-' + name + ']');
  const button = part('button');
  const options = JSON.parse(form.dataset.passkey);

  const octetsOf = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0));
  const textOf = (buffer) =>
    btoa(Array.from(new Uint8Array(buffer), (one) => String.fromCharCode(one)).join(''))
      .replace(/\\+/g, '-')
      .replace(/\\//g, '_')
      .replace(/=/g, '');
  const withOctets = (list) => (list || []).map((one) => ({ ...one, id: octetsOf(one.id) }));

  const enrol = () =>
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: octetsOf(options.challenge),
        user: { ...options.user, id: octetsOf(options.user.id) },
        excludeCredentials: withOctets(options.excludeCredentials),
      },
    });
  const prove = () =>
    navigator.credentials.get({
      publicKey: {
        ...options,
        challenge: octetsOf(options.challenge),
        allowCredentials: withOctets(options.allowCredentials),
      },
    });

  const answerOf = (credential) => {
    const { response } = credential;
    const answer = { clientDataJSON: textOf(response.clientDataJSON) };
    for (const name of ['attestationObject', 'authenticatorData', 'signature', 'userHandle']) {
      if (response[name]) answer[name] = textOf(response[name]);
    }
    if (response.getTransports) answer.transports = response.getTransports();
    const id = textOf(credential.rawId);
    return { id, rawId: id, type: credential.type, clientExtensionResults: {}, response: answer };
  };

  form.addEventListener('submit', async (event) => {
    if (form.elements.code.value !== '') return;
    event.preventDefault();
    part('problem').hidden = true;
    part('known').hidden = true;
    button.disabled = true;
    try {
      const credential = await (options.user === undefined ? prove() : enrol());
      form.elements.code.value = JSON.stringify(answerOf(credential));
      form.submit();
    } catch (error) {
      part(error.name === 'InvalidStateError' ? 'known' : 'problem').hidden = false;
      button.disabled = false;
    }
  });
  part('unsupported').hidden = true;
  button.hidden = false;
})();
`;

const integrity = `sha256-${createHash('sha256').update(passkeyScript).digest('base64')}`;

/** Brings the script, and no other text than this one (Subresource Integrity). */
export const passkeyScriptTag = `<script src="/assets/passkey.js" integrity="${integrity}" defer></script>`;
