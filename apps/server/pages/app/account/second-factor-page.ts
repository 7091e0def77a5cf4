import { type Html, html, type Insertion } from '@lectern/html/html';
import { readCredentials } from '../../../domains/identity/accounts/account.service.ts';
import type { Owner } from '../../../domains/identity/accounts/owner.ts';
import { drawQrCode } from '../../../domains/identity/accounts/totp/qr-code.ts';
import type { BegunTotp } from '../../../domains/identity/accounts/totp/totp.service.ts';
import type { Context } from '../../../platform/context.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { type FormContext, renderForm, renderGuardedForm } from '../../parts/form/form.ts';
import { presentPassword } from './account-page.ts';

export interface SecondFactorData {
  here: string;
  isOn: boolean;
  hasPassword: boolean;
  recoveryCodesLeft: number;
}

export async function readSecondFactor(
  context: Pick<Context, 'db'>,
  addresses: Addresses,
  owner: Pick<Owner, 'actor'>,
): Promise<SecondFactorData> {
  const { account, recoveryCodesLeft } = await readCredentials(context, owner);
  return {
    here: addresses.secondFactor(),
    isOn: account.totp_confirmed_at !== null,
    hasPassword: account.password_hash !== null,
    recoveryCodesLeft,
  };
}

/** Shown once, right after creation. */
export type Shown = { begun: BegunTotp } | { recoveryCodes: string[] } | undefined;

export function renderSecondFactor(
  data: SecondFactorData,
  { isEditable, shown }: { isEditable: boolean; shown: Shown },
  context: FormContext,
): Html {
  return html`<h1>Second factor</h1>
<p>With a second factor, signing in with your password also requires a code from an authenticator app on your phone.</p>
${renderState(data, shown)}
${isEditable && renderForms(data, shown, context)}`;
}

function renderState({ isOn, recoveryCodesLeft }: SecondFactorData, shown: Shown): Insertion {
  if (shown && 'recoveryCodes' in shown) return renderCodes(shown.recoveryCodes);
  if (shown) return renderBegun(shown.begun);
  return isOn
    ? html`<p><strong>On.</strong> ${recoveryCodesLeft} recovery ${recoveryCodesLeft === 1 ? 'code is' : 'codes are'} left.</p>`
    : html`<p><strong>Off.</strong></p>`;
}

const renderCodes = (codes: string[]): Insertion => html`<div class="secret">
<p class="done" role="status">The second factor is on. Store these recovery codes in a safe place, but not on your phone. They are not shown again.</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p class="note">Each code works once, in place of a code from the app.</p></div>`;

function renderBegun({ secret, url }: BegunTotp): Insertion {
  const { size, path } = drawQrCode(url);
  return html`<h2>1. Set up the app</h2>
<p>Scan the QR code with the app, or enter the key by hand. Keep this page open until the app is set up: the key is not shown again later.</p>
<div class="qr"><svg viewBox="0 0 ${size} ${size}" role="img" aria-label="The key as a QR code" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg></div>
<p class="secret">Key: <code>${secret}</code></p>`;
}

function renderForms(data: SecondFactorData, shown: Shown, context: FormContext): Insertion {
  const { here, isOn, hasPassword } = data;
  if (isOn)
    return renderGuardedForm(
      context,
      { name: 'remove', action: `${here}/remove`, submit: 'Turn off' },
      {
        summary: 'Turn off',
        warning: 'You will sign in with your password only. Your recovery codes stop working.',
      },
      (fields) => presentPassword(fields),
    );
  if (!hasPassword) return html`<p>Set a password before you turn on a second factor.</p>`;
  return shown && 'begun' in shown
    ? renderConfirming(here, shown.begun, context)
    : renderBeginning(here, context);
}

const renderBeginning = (here: string, context: FormContext): Insertion =>
  renderForm(context, { name: 'begin', action: here, submit: 'Turn on' }, (fields) =>
    presentPassword(fields),
  );

const renderConfirming = (
  here: string,
  { secret }: BegunTotp,
  context: FormContext,
): Insertion => html`<h2>2. Enter the code from the app</h2>
${renderForm(
  context,
  { name: 'confirm', action: `${here}/confirm`, submit: 'Turn on' },
  ({ hidden, text }) =>
    html`${hidden({ name: 'key', value: secret })}${text({
      name: 'code',
      label: 'Code',
      isRequired: true,
      maxLength: 64,
      autocomplete: 'one-time-code',
      hint: 'Six digits. The code changes every 30 seconds.',
    })}`,
)}`;
