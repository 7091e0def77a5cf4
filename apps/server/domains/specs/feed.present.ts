import { html } from '@lectern/html/html';
import { toXmlText } from '@lectern/html/xml-text';
import { tellKind } from '@lectern/openapi/changes/spec-change';
import {
  type ChangeSummary,
  countMore,
  type DescribedChange,
} from '@lectern/openapi/changes/summarize-changes';
import { publishedUrl, specLocation } from './openapi.present.ts';
import type { SpecRow } from './specs.repository.ts';
import type { NewsRow } from './versions.queries.ts';

const MAX_SHOWN = 20;

/** The versions of a spec with what changed, as an Atom feed (RFC 4287). */
export function writeChangesFeed(spec: SpecRow, versions: readonly NewsRow[], baseUrl: string): string {
  const published = publishedUrl(spec, baseUrl);
  const entries = versions.map(
    ({ version_id: id, created_at: at, news }) => html`<entry>
<id>urn:uuid:${id}</id>
<title>${titleOf(news)}</title>
<updated>${at.toISOString()}</updated>
<link href="${published}"/>
<content type="html">${news ? String(writeNews(news)) : ''}</content>
</entry>
`,
  );
  const title = toXmlText(`Changes of the API “${spec.slug}”`);
  const updated = versions[0]?.created_at ?? spec.updated_at;
  return `<?xml version="1.0" encoding="UTF-8"?>
${html`<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:uuid:${spec.spec_id}</id>
<title>${title}</title>
<updated>${updated.toISOString()}</updated>
<author><name>${spec.slug}</name></author>
<link rel="self" type="application/atom+xml" href="${specLocation(spec, baseUrl)}/changes.atom"/>
<link href="${published}"/>
${entries}</feed>
`}`;
}

function titleOf(news: ChangeSummary | null): string {
  if (!news) return 'A new version';
  const { breaking, 'non-breaking': nonBreaking, documentation } = news.counts;
  const parts = [
    count(breaking, 'breaking change'),
    count(nonBreaking, 'other change'),
    count(documentation, 'text change', 'text changes'),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? 'A new version' : `A new version with ${parts.join(', ')}`;
}

const count = (number: number, one: string, many = `${one}s`): string | undefined =>
  number === 0 ? undefined : `${number} ${number === 1 ? one : many}`;

function writeNews(news: ChangeSummary) {
  const shown = news.changes.slice(0, MAX_SHOWN);
  const more = countMore(news, shown.length);
  return html`<ul>${shown.map((change) => html`<li>${tell(change)}</li>`)}${more > 0 && html`<li>and ${more} more</li>`}</ul>`;
}

function tell({ class: changeClass, kind, name, operation }: DescribedChange) {
  const prefix = changeClass === 'breaking' && html`<strong>Breaking:</strong> `;
  const where = operation !== undefined && html` in <code>${toXmlText(operation)}</code>`;
  return html`${prefix}${tellKind(kind)} <code>${toXmlText(name)}</code>${where}`;
}
