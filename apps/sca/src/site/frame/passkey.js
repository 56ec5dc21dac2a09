/*
 * The only script of the site: it passes the request in the form to the authenticator of the browser
 * and sends the answer with the form. Without the script every page still offers the other ways.
 * The script converts JSON itself, because some browsers with passkeys lack
 * `PublicKeyCredential.parseRequestOptionsFromJSON`.
 */
'use strict';
(() => {
  const form = document.querySelector('form[data-passkey]');
  if (form === null || window.PublicKeyCredential === undefined) return;
  const part = (name) => form.querySelector('[data-passkey-' + name + ']');
  const button = part('button');
  const options = JSON.parse(form.dataset.passkey);

  const bytesOf = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0));
  const textOf = (buffer) =>
    btoa(Array.from(new Uint8Array(buffer), (one) => String.fromCharCode(one)).join(''))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=/g, '');
  const withBytes = (list) => (list || []).map((one) => ({ ...one, id: bytesOf(one.id) }));

  const enrol = () =>
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytesOf(options.challenge),
        user: { ...options.user, id: bytesOf(options.user.id) },
        excludeCredentials: withBytes(options.excludeCredentials),
      },
    });
  const prove = () =>
    navigator.credentials.get({
      publicKey: {
        ...options,
        challenge: bytesOf(options.challenge),
        allowCredentials: withBytes(options.allowCredentials),
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
