import type { UserActor } from '../../../platform/access/actor.ts';
import { mayDo } from '../../../platform/access/may-do.ts';
import { membershipKey } from '../../../platform/access/pointers.ts';
import { siteRole } from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import { addDays } from '../../../platform/http/time-zone.ts';
import type { FindWeekly } from '../../../platform/mail/send-mail.jobs.ts';
import { findTimeZoneOf } from '../../identity/organizations/time-zone.queries.ts';
import { findMailAddress } from '../../identity/users/mail-address.queries.ts';
import { subscriptionTicket, WEEKLY } from '../../review/notifications/unsubscribe.ts';
import { isWeeklySubscriber } from '../../review/notifications/weekly/weekly-mails.queries.ts';
import type { AnswerParts } from '../answers/answer.ts';
import { missingPages } from '../answers/missing-pages.ts';
import { type Question, readQuestion } from '../answers/question.ts';
import { searches } from '../answers/searches.ts';
import { topPages } from '../answers/top-pages.ts';
import { traffic } from '../answers/traffic.ts';
import { weeksBefore } from './week.ts';

type Parts = AnswerParts & { context: Pick<Context, 'keyRing'> };

const ROWS = 5;

/**
 * Creates the function that writes the weekly mail about a site, unless the user has unsubscribed or may no longer see
 * the insights. It contains only content that its recipient may read.
 */
export const createComposeWeekly =
  (parts: Parts): FindWeekly =>
  async ({ to: { userId }, site: key, monday }) => {
    const { db, pointers, config, keyRing } = parts.context;
    const { organizationId, siteId } = key;
    const email = await findMailAddress(db, userId);
    const site = await pointers.sites.find(siteId);
    if (email === undefined || !site || site.organizationId !== organizationId) return undefined;
    if (!(await isWeeklySubscriber(db, { ...key, userId }))) return undefined;
    const actor: UserActor = {
      kind: 'user',
      userId,
      tokenId: userId,
      scopes: ['read'],
      expiresAt: null,
    };
    const membership = await pointers.memberships.find(membershipKey(organizationId, userId));
    if (!membership || !mayDo({ actor, role: siteRole(membership, site) }, 'site:read-insights'))
      return undefined;

    const timeZone = await findTimeZoneOf(db, organizationId);
    const begin = (weeks: number): Date => weeksBefore(monday, weeks, timeZone);
    const week = { from: begin(1), to: begin(0) };
    const before = { from: begin(2), to: week.from };
    const ask = ({ from, to }: typeof week): Question =>
      readQuestion(
        { site, actor, timeZone },
        { from: from.toISOString(), to: to.toISOString(), limit: ROWS },
        week.to,
      );
    const ticket = subscriptionTicket(keyRing, { userId, kind: WEEKLY, siteId });
    const [from, until] = [addDays(monday, -7), addDays(monday, -1)];
    return {
      to: email,
      site: site.title,
      from,
      until,
      ...(await readWeek(parts, ask(week), ask(before))),
      link: `${config.baseUrl}/app/o/${organizationId}/sites/${siteId}/insights?from=${from}&to=${until}`,
      unsubscribePage: `${config.baseUrl}/app/unsubscribe/${ticket}`,
      unsubscribeUrl: `${config.baseUrl}/v1/unsubscribe/${ticket}`,
    };
  };

async function readWeek(parts: Parts, week: Question, before: Question) {
  const now = await traffic.read(parts, week, {});
  const then = await traffic.read(parts, before, {});
  const pages = await topPages.read(parts, week, {});
  const withoutResult = await searches.read(parts, week, { only: 'without-result' });
  const missing = await missingPages.read(parts, week, {});
  const { pageViews, visitors, sessions } = then.totals;
  return {
    counts: [
      { name: 'Page views', now: now.totals.pageViews, before: pageViews },
      { name: 'Visitors', now: now.totals.visitors, before: visitors },
      { name: 'Sessions', now: now.totals.sessions, before: sessions },
    ],
    lists: [
      {
        title: 'Most viewed pages',
        entries: pages.items.map(({ page, pageViews: count }) => ({ name: page.title ?? page.path, count })),
      },
      {
        title: 'Searches without result',
        entries: withoutResult.items.map(({ query, withoutResult: count }) => ({ name: query, count })),
      },
      {
        title: 'Missing pages',
        entries: missing.items.map(({ source, url, pageViews: count }) => ({ name: source ?? url, count })),
      },
    ],
  };
}
