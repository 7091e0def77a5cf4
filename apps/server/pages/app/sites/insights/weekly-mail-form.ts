import { type Html, html } from '@lectern/html/html';
import { type FormMeans, renderForm } from '../../../parts/form/form.ts';

/** Begins or ends the caller's weekly mail. */
export const renderWeeklyMail = (
  means: FormMeans,
  { action, isOn }: { action: string; isOn: boolean },
): Html => html`<h2>Weekly summary</h2>
<p>${isOn ? 'You get an email every Monday about the previous week.' : 'Get an email every Monday about the previous week.'}</p>
${renderForm(
  means,
  { name: 'weekly-mail', action, submit: isOn ? 'Unsubscribe' : 'Subscribe' },
  ({ hidden }) => hidden({ name: 'subscribed', value: isOn ? '' : 'on' }),
)}`;
