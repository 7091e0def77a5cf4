import { type Html, html, type Insertion } from '@lectern/html/html';
import { renderTime } from '@lectern/html/time';
import { brokenLinks } from '../../../../domains/insights/answers/broken-links.ts';
import { missingPages } from '../../../../domains/insights/answers/missing-pages.ts';
import { siteUrl } from '../../../../platform/http/site-url.ts';
import { type FormContext, renderButtonForm } from '../../../parts/form/form.ts';
import { writeAddress } from './insights-filter.ts';
import {
  COLUMN,
  type Inquiry,
  type ReadPart,
  renderExports,
  renderPage,
  renderTable,
} from './insights-parts.ts';

const { number, words } = COLUMN;
type MissingPage = Awaited<ReturnType<typeof missingPages.read>>['items'][number];
type BrokenLink = Awaited<ReturnType<typeof brokenLinks.read>>['items'][number];

export const readProblemsPart: ReadPart = async (inquiry) => {
  const { parts, question, input } = inquiry;
  const isChecked = parts.context.config.linkCheckDays !== undefined;
  const missing = await missingPages.read(parts, question, input);
  const broken = isChecked ? await brokenLinks.read(parts, question, input) : undefined;
  return (context) => html`<h2>Missing pages</h2>
${renderTable(
  'Missing pages',
  [words('Address'), number('Page views'), words('Referrers'), words('Redirect')],
  missing.items.map((item) => [
    html`<code>${item.source ?? item.url}</code>`,
    item.pageViews,
    renderReferrers(item),
    renderRedirect(inquiry, context, item),
  ]),
)}
${renderExports(inquiry, missingPages)}
<h2>Broken external links</h2>
${
  broken
    ? html`${renderBroken(inquiry, broken.items)}${renderExports(inquiry, brokenLinks)}`
    : html`<p>Links are not checked on this server.</p>`
}`;
};

const renderReferrers = ({ referrers }: MissingPage): Insertion =>
  referrers.length === 0
    ? 'none'
    : html`<ul>${referrers.map(({ referrer, pageViews }) => html`<li>${referrer} <span class="note">${pageViews}</span></li>`)}</ul>`;

/** One click where there is a suggestion: the field has its path. */
function renderRedirect(
  { parts, question: { site }, addresses, address, isEditable }: Inquiry,
  context: FormContext,
  { source, redirect, suggestion }: MissingPage,
): Insertion {
  if (redirect !== null) return html`leads to ${redirect}`;
  if (source === null || !isEditable) return undefined;
  const base = new URL(siteUrl(parts.context.config, site)).pathname;
  const action = addresses.inOrganization(
    site.organizationId,
    'sites',
    site.siteId,
    'insights',
    'problems',
    'redirects',
  );
  return renderButtonForm(
    context,
    { name: `redirect ${source}`, action: action + writeAddress(address), submit: 'Redirect', about: source },
    ({ hidden, text }) =>
      html`${hidden({ name: 'source', value: source })}${text({
        name: 'destination',
        label: `Destination of ${source}`,
        value: suggestion ? suggestion.path.slice(base.length - 1) : undefined,
        isRequired: true,
        maxLength: 2048,
      })}`,
  );
}

const renderBroken = (inquiry: Inquiry, links: readonly BrokenLink[]): Html =>
  links.length === 0
    ? html`<p>No external link is known to be broken.</p>`
    : renderTable(
        'Broken external links',
        [words('Address'), number('Clicks'), words('Pages'), words('Reason'), words('Checked')],
        links.map(({ url, clicks, pages, reason, checkedAt }) => [
          html`<code>${url}</code>`,
          clicks,
          html`<ul>${pages.map((page) => html`<li>${renderPage(inquiry, page)}</li>`)}</ul>`,
          reason,
          renderTime(checkedAt),
        ]),
      );
