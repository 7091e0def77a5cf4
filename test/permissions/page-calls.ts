import type { Call } from './call.ts';

/** The pages of a signed-in browser, and their forms, which lead on to a page. */
export const PAGE_CALLS: Record<string, Call> = {
  'GET /app': { status: 200 },
  'GET /app/welcome': { status: 200 },
  'GET /app/o/:organizationId/add': { status: 200 },
  'GET /app/notifications': { status: 200 },
  'GET /app/*': { status: 404 },
  'GET /app/o/:organizationId': { status: 200 },
  'GET /app/o/:organizationId/change-requests': { status: 200 },
  // Without the ticket of a sign-in there is nothing to connect.
  'GET /app/connect/:organizationId/:samlProviderId': { status: 403 },
  'POST /app/connect/:organizationId/:samlProviderId': { status: 403 },
  'GET /app/o/:organizationId/sites': { status: 200 },
  'GET /app/o/:organizationId/sites/:siteId': { status: 200 },
  'GET /app/o/:organizationId/sites/:siteId/preview': { status: 303 },
  'GET /app/o/:organizationId/sites/:siteId/:part': { status: 200, unread: ['part'] },
  'GET /app/o/:organizationId/sites/:siteId/:part/:itemId': { status: 200, unread: ['part', 'itemId'] },
  'GET /app/o/:organizationId/:part': { status: 200, unread: ['part'] },
  'GET /app/o/:organizationId/:part/:itemId': { status: 200, unread: ['part', 'itemId'] },
  'GET /app/c/:collectionId': { status: 200 },
  'GET /app/s/:spaceId': { status: 200 },
  'GET /app/s/:spaceId/trash': { status: 200 },
  'GET /app/s/:spaceId/change-requests/:changeRequestId/:pageId': {
    status: 200,
    unread: ['changeRequestId', 'pageId'],
  },
  'GET /app/s/:spaceId/change-requests': { status: 200 },
  'GET /app/s/:spaceId/change-requests/:changeRequestId': { status: 200, unread: ['changeRequestId'] },
  'GET /app/s/:spaceId/:pageId': { status: 200, unread: ['pageId'] },
  'GET /app/s/:spaceId/revisions': { status: 200 },
  'GET /app/s/:spaceId/compare': { status: 200 },
  'GET /app/s/:spaceId/revisions/:revisionId': { status: 200 },
  'GET /app/s/:spaceId/revisions/:revisionId/:pageId': { status: 200, unread: ['pageId'] },

  'GET /app/s/:spaceId/permissions': { status: 200 },
  'GET /app/c/:collectionId/permissions': { status: 200 },

  'GET /app/s/:spaceId/settings': { status: 200 },
  'GET /app/s/:spaceId/settings/:part': { status: 200, unread: ['part'] },
  'GET /app/s/:spaceId/settings/:part/:itemId': { status: 200, unread: ['part', 'itemId'] },
  'GET /app/account': { status: 200 },
  'GET /app/account/:part': { status: 200, unread: ['part'] },
  'GET /app/account/:part/:itemId': { status: 200, unread: ['part', 'itemId'] },
  'GET /app/instance': { status: 200 },
  'GET /app/instance/:part': { status: 200, unread: ['part'] },
  'GET /app/instance/:part/:itemId': { status: 200, unread: ['part', 'itemId'] },
};
