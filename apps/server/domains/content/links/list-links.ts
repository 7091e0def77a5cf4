import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { Context } from '../../../platform/context.ts';
import { findLinkChecks } from './checks/find-link-checks.ts';
import { findLinksInState } from './find-links-in-state.ts';
import type { LinksQuestion, ListedLinks } from './links-question.ts';
import { type LinkPresenter, outsideUrl, presentLink } from './present-link.ts';
import type { LinkStatus } from './resolution/link.ts';
import { linkAt, type PlacedLink, STATUS_CODES } from './resolution/space-links.ts';
import { groupPages, showSpaces } from './show-spaces.ts';
import type { LinksView } from './view-links.ts';

type Reads = Pick<Context, 'db' | 'fields' | 'config' | 'keyRing' | 'pointers'>;

const STATUSES = Object.keys(STATUS_CODES) as LinkStatus[];

/** The links from index `from` to before `to` that have the status and the check asked for. */
export async function listLinks(
  context: Reads,
  store: ContentStore,
  question: LinksQuestion,
  view: LinksView & { brokenSince?: ReadonlySet<number> },
  [from, to]: [from: number, to: number],
): Promise<ListedLinks> {
  const { statuses, brokenSince } = view;
  const { space, position, limit, status, external } = question;
  const isOfChangeRequest = brokenSince !== undefined && question.brokenContext === 'change-request';
  const isChecked =
    external &&
    (await findLinksInState(context.db, { ...space, links: view.links, range: [from, to], state: external }));
  const code = status && STATUS_CODES[status];
  let count = 0;
  let broken = 0;
  let next: number | undefined;
  const chosen: number[] = [];
  for (let index = from; index < to; index += 1) {
    const own = statuses[index];
    if (own === STATUS_CODES.broken) {
      broken += 1;
      if (isOfChangeRequest && !brokenSince.has(index)) continue;
    }
    if (code !== undefined && own !== code) continue;
    if (isChecked && !isChecked.has(index)) continue;
    count += 1;
    if (index < position.start || next !== undefined) continue;
    // The position is that of the next link, not its number: it stays true when a status changes.
    if (chosen.length < limit) chosen.push(index);
    else next = index;
  }
  const items = await presentAll(context, store, question, view, chosen);
  const counts = { total: broken, ...(brokenSince && { changeRequest: brokenSince.size }) };
  return {
    count,
    next: next === undefined ? undefined : { start: next },
    stats: { total: to - from, broken: counts },
    items,
  };
}

async function presentAll(
  context: Reads,
  store: ContentStore,
  { space, actor }: LinksQuestion,
  view: LinksView,
  indices: readonly number[],
): Promise<string[]> {
  const { organizationId, spaceId } = space;
  const placed = indices.map((index) => ({
    ...linkAt(view.links, index),
    status: STATUSES[view.statuses[index] as number] as LinkStatus,
  }));
  const targetOf: LinkPresenter['targetOf'] = ({ target }) =>
    target?.kind === 'in-app' ? view.targetOf(target.address) : undefined;
  const wanted = groupPages(
    placed.flatMap(({ owner, link }) => {
      const other = targetOf(link);
      return [
        ...(owner.kind === 'page' ? [{ spaceId, pageId: owner.id }] : []),
        ...(link.target?.kind === 'page' ? [{ spaceId, pageId: link.target.id }] : []),
        ...(other ? [{ spaceId: other.spaceId, pageId: other.page?.id }] : []),
      ];
    }),
  );
  const { readable } = view;
  const { own, all } = await showSpaces(context, store, { space, actor, view, wanted, readable });
  const checkOf = await loadChecks(context, organizationId, placed);
  return placed.map((one) => presentLink(one, { own, others: all, targetOf, checkOf }));
}

/** Loads the results of checks; none if checks are off now, because earlier results are outdated. */
async function loadChecks(
  { db, config }: Reads,
  organizationId: string,
  placed: readonly PlacedLink[],
): Promise<LinkPresenter['checkOf']> {
  if (config.linkCheckDays === undefined) return () => undefined;
  const urls = placed.flatMap(({ link }) => outsideUrl(link) ?? []);
  const checks = await findLinkChecks(db, organizationId, urls);
  return (url) => checks.get(url);
}
