import {
  listCollectionsWithRoles,
  listRolesOfMember,
  listRolesOfTeam,
} from '../domains/access/permissions/roles-on-places.queries.ts';
import { indexInNewLanguage } from '../domains/content/search/search-index-job.ts';
import { syncChangedChangeRequest, syncMovedSpace } from '../domains/git/sync/git-content.jobs.ts';
import {
  createFollowPublishing,
  drawMovedSpace,
} from '../domains/publishing/published-content/page-drawing/follow-publishing.ts';
import {
  createFollowForCaches,
  purgeMovedSpace,
} from '../domains/publishing/site-settings/purges/follow-changes.ts';
import {
  createFollowForRenderers,
  renderMovedSpace,
} from '../domains/publishing/site-settings/renderer/follow-changes.ts';
import { keepChosenSite } from '../domains/publishing/sites/lock-site.queries.ts';
import {
  createFollowReviewers,
  followMergeRules,
} from '../domains/review/change-requests/rules/follow-rules.ts';
import type { Followers } from '../platform/access/transaction.ts';
import type { Context } from '../platform/context.ts';

/** All that follows from events in the transaction that they happen in, one line each. */
export function createFollowers(
  context: Pick<Context, 'clock'> & { config: Pick<Context['config'], 'sitesPurgeUrls'> },
): Followers {
  const hasCaches = context.config.sitesPurgeUrls.length > 0;
  const followChanges = [
    createFollowForRenderers(context),
    createFollowPublishing(context),
    createFollowReviewers(context),
    ...(hasCaches ? [createFollowForCaches(context)] : []),
  ];
  return {
    changes: async (unit, changes) => {
      for (const follow of followChanges) await follow(unit, changes);
    },
    spaceMoved: [syncMovedSpace, drawMovedSpace, renderMovedSpace, ...(hasCaches ? [purgeMovedSpace] : [])],
    languageChanged: indexInNewLanguage,
    changeRequestChanged: syncChangedChangeRequest,
    placeMoves: listCollectionsWithRoles,
    siteChosen: keepChosenSite,
    mergeRulesChanged: followMergeRules,
    memberLeaves: listRolesOfMember,
    teamDeleted: listRolesOfTeam,
  };
}
