/**
 * Signs in with a passkey, in browsers that can read the options and write the answer as JSON; in others, nothing is
 * shown. The browser offers passkeys in the field for the email address, too, as long as the button was not used.
 */
export const PASSKEY_SCRIPT = `const place = document.querySelector('.passkey');
const { api, to, failed } = place.dataset;
const problem = place.querySelector('.problem');
const button = place.querySelector('button');
let waiting;

async function send(path, body) {
  const response = await fetch(api + path, {
    method: 'POST',
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(String(response.status));
  return response.status === 204 ? undefined : response.json();
}

async function signIn(mediation) {
  waiting?.abort();
  const controller = new AbortController();
  waiting = controller;
  const { ceremony, options } = await send('passkey-options');
  const credential = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
    mediation,
    signal: controller.signal,
  });
  await send('passkey', { ceremony, response: credential.toJSON() });
  location.assign(to);
}

const isOffered = globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON !== undefined;
if (isOffered) {
  place.hidden = false;
  button.addEventListener('click', async () => {
    problem.hidden = true;
    try {
      await signIn('optional');
    } catch {
      problem.textContent = failed;
      problem.hidden = false;
    }
  });
  if (document.querySelector('[autocomplete~=webauthn]') && await PublicKeyCredential.isConditionalMediationAvailable?.()) {
    try {
      await signIn('conditional');
    } catch (error) {
      // No passkey can belong to this address.
      if (error.name === 'SecurityError') place.hidden = true;
      else if (error.name !== 'AbortError' && error.name !== 'NotAllowedError') {
        problem.textContent = failed;
        problem.hidden = false;
      }
    }
  }
}
`;
