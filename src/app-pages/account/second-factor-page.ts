import type { Context } from '../../context.ts';
import { readCredentials } from '../../features/accounts/account.service.ts';
import type { Owner } from '../../features/accounts/owner.ts';
import { drawQrCode } from '../../features/accounts/totp/qr-code.ts';
import type { BegunTotp } from '../../features/accounts/totp/totp.service.ts';
import { type Html, html, type Insertion } from '../../html/html.ts';
import type { Addresses } from '../../page-parts/addresses.ts';
import { type FormMeans, renderForm, renderGuardedForm } from '../../page-parts/form/form.ts';
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

/** What is shown once, right after it was made. */
export type Shown = { begun: BegunTotp } | { recoveryCodes: string[] } | undefined;

export function renderSecondFactor(
  data: SecondFactorData,
  { isEditable, shown }: { isEditable: boolean; shown: Shown },
  means: FormMeans,
): Html {
  return html`<h1>Second factor</h1>
<p>With a second factor, signing in by password also asks for a code that an authenticator app on your phone shows.</p>
${renderState(data, shown)}
${isEditable && renderForms(data, shown, means)}`;
}

function renderState({ isOn, recoveryCodesLeft }: SecondFactorData, shown: Shown): Insertion {
  if (shown && 'recoveryCodes' in shown) return renderCodes(shown.recoveryCodes);
  if (shown) return renderBegun(shown.begun);
  return isOn
    ? html`<p><strong>It is on.</strong> ${recoveryCodesLeft} recovery ${recoveryCodesLeft === 1 ? 'code is' : 'codes are'} left.</p>`
    : html`<p><strong>It is off.</strong></p>`;
}

const renderCodes = (codes: string[]): Insertion => html`<div class="secret">
<p class="done" role="status">The second factor is on. Keep these recovery codes where your phone is not: they are not shown again.</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p class="note">Each signs you in once in place of a code of the app.</p></div>`;

function renderBegun({ secret, url }: BegunTotp): Insertion {
  const { size, path } = drawQrCode(url);
  return html`<h2>1. Add it to the app</h2>
<p>Scan this with the app, or enter the key by hand. It is shown now only.</p>
<div class="qr"><svg viewBox="0 0 ${size} ${size}" role="img" aria-label="The key as a QR code" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg></div>
<p class="secret">Key: <code>${secret}</code></p>`;
}

function renderForms(data: SecondFactorData, shown: Shown, means: FormMeans): Insertion {
  const { here, isOn, hasPassword } = data;
  if (isOn)
    return renderGuardedForm(
      means,
      { name: 'remove', action: `${here}/remove`, submit: 'Turn it off' },
      {
        summary: 'Turn it off',
        warning:
          'From then on your password alone signs you in. The recovery codes are worth nothing any more.',
      },
      (fields) => presentPassword(fields),
    );
  if (!hasPassword) return html`<p>Set a password first.</p>`;
  const isBegun = shown !== undefined || means.refused?.form === 'confirm';
  return isBegun ? renderConfirming(here, means) : renderBeginning(here, means);
}

const renderBeginning = (here: string, means: FormMeans): Insertion =>
  renderForm(means, { name: 'begin', action: here, submit: 'Turn it on' }, (fields) =>
    presentPassword(fields),
  );

const renderConfirming = (
  here: string,
  means: FormMeans,
): Insertion => html`<h2>2. Enter the code that it shows</h2>
${renderForm(means, { name: 'confirm', action: `${here}/confirm`, submit: 'Turn it on' }, ({ text }) =>
  text({
    name: 'code',
    label: 'Code',
    isRequired: true,
    maxLength: 64,
    autocomplete: 'one-time-code',
    hint: 'Six digits, a new one every 30 seconds.',
  }),
)}`;
