import { Type } from 'typebox';
import { defineError } from '../../../platform/http/errors.ts';
import { nullable, Timestamp } from '../../../platform/http/schemas.ts';
import { withoutQuery } from '../events/read-url.ts';
import { openEvents } from '../open-events.ts';
import { type AnswerParts, defineAnswer } from './answer.ts';
import { type AnswerPage, PageSchema } from './pages.ts';
import type { Question } from './question.ts';
import { openSiteContent, type SiteContent } from './site-content.ts';

/** An empty list would say that nothing is broken. */
export const linkChecksOff = defineError(
  { status: 409, reason: 'link-checks-off' },
  'External links are not checked: link checks are off on this server (LECTERN_LINK_CHECKS).',
);

/** The maximum number of broken links of a space, and of listed pages with the same link. */
const MAX_LINKS = 1000;
const MAX_PLACES = 5;

export const brokenLinks = defineAnswer({
  name: 'broken-links',
  operationId: 'listSiteBrokenExternalLinks',
  summary: 'List the broken external links of a site',
  description:
    'Lists the external links on the site’s pages that the last check found broken, most clicked first. Searches only spaces that you can read, with at most 1,000 broken links each. The filters affect only the number of clicks.',
  query: {},
  totals: { links: Type.Integer({ description: 'The number of different broken addresses.' }) },
  item: Type.Object({
    url: Type.String(),
    reason: nullable(Type.String()),
    statusCode: nullable(Type.Integer()),
    checkedAt: Timestamp,
    clicks: Type.Integer({
      description: 'How often readers followed the link; its query and fragment are ignored.',
    }),
    pages: Type.Array(PageSchema, { description: 'The first five pages with the link.' }),
  }),
  async read(parts, question) {
    if (parts.context.config.linkCheckDays === undefined) throw linkChecksOff();
    const found = await findBroken(parts, question);
    const addresses = [...found.keys()].map((url) => withoutQuery(url)?.href ?? url);
    const clicks = await openEvents(parts.context).countClicks(question, [...new Set(addresses)]);
    const items = [...found.values()].map((link, n) => ({
      ...link,
      clicks: clicks.get(addresses[n] as string) ?? 0,
    }));
    items.sort((one, other) => other.clicks - one.clicks);
    return { totals: { links: items.length }, items: items.slice(0, question.limit) };
  },
});

interface BrokenLink {
  url: string;
  reason: string | null;
  statusCode: number | null;
  checkedAt: string;
  pages: AnswerPage[];
}

/** The fields of a link of the API that are read here. */
interface LinkItem {
  target: string;
  targetReference: { kind: string; url?: string };
  locationReferences: { kind: string; page?: { id: string; title: string } }[];
  external?: { reason?: string; statusCode?: number; checkedAt: string };
}

async function findBroken(parts: AnswerParts, question: Question): Promise<Map<string, BrokenLink>> {
  const { actor } = question;
  const content = await openSiteContent(parts, question);
  const found = new Map<string, BrokenLink>();
  for (const space of content.listSpaces(question)) {
    const position = { revisionId: space.revisionId, start: 0 };
    const asked = { space, actor, position, limit: MAX_LINKS, external: 'broken' as const };
    const { items } = await parts.links.ofSpace(asked);
    for (const text of items) await addLink(found, content, space.spaceId, JSON.parse(text) as LinkItem);
  }
  return found;
}

async function addLink(
  found: Map<string, BrokenLink>,
  content: SiteContent,
  spaceId: string,
  { target, targetReference, locationReferences, external }: LinkItem,
): Promise<void> {
  const url = targetReference.url ?? target;
  const link = found.get(url) ?? {
    url,
    reason: external?.reason ?? null,
    statusCode: external?.statusCode ?? null,
    checkedAt: external?.checkedAt ?? '',
    pages: [],
  };
  found.set(url, link);
  const page = locationReferences[0]?.page;
  const open = await content.open(spaceId);
  if (!page || !open || link.pages.length === MAX_PLACES) return;
  if (link.pages.some(({ id, space }) => id === page.id && space === spaceId)) return;
  link.pages.push({ id: page.id, space: spaceId, title: page.title, path: content.pathOf(open, page.id) });
}
