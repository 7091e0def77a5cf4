import { type Html, html } from '@lectern/html/html';
import { type FormContext, renderForm } from '../../../parts/form/form.ts';

/** Begins or ends the caller's weekly mail. */
export const renderWeeklyMail = (
  context: FormContext,
  { action, isOn }: { action: string; isOn: boolean },
): Html => html`<h2>Weekly summary</h2>
<p>${isOn ? 'You get an email every Monday about the previous week.' : 'Get an email every Monday about the previous week.'}</p>
${renderForm(
  context,
  { name: 'weekly-mail', action, submit: isOn ? 'Unsubscribe' : 'Subscribe' },
  ({ hidden }) => hidden({ name: 'subscribed', value: isOn ? '' : 'on' }),
)}`;
