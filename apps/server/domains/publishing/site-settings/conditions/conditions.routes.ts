import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import type { ContentStore } from '../../../../content/revisions/content-store.ts';
import { spaceNotFound } from '../../../../platform/access/access-errors.ts';
import type { Actor } from '../../../../platform/access/actor.ts';
import { grantedSite, grantedTo } from '../../../../platform/access/authorize.ts';
import type { SitePointer, SpacePointer } from '../../../../platform/access/pointers.ts';
import { isAtLeast } from '../../../../platform/access/roles.ts';
import { findRole, findStanding } from '../../../../platform/access/space-role.ts';
import type { Context } from '../../../../platform/context.ts';
import { cutMovable, cutPage } from '../../../../platform/http/lists.ts';
import { openList } from '../../../../platform/http/open-list.ts';
import { Id, ListQuery, listOf, refTo } from '../../../../platform/http/schemas.ts';
import { SiteParams } from '../../sites/sites.schemas.ts';
import { findAdaptiveSchema } from '../adaptive-schema/adaptive-schema.queries.ts';
import { collectFromSite, collectFromSpace } from './collect-conditions.ts';
import { type JudgedCondition, judgeConditions } from './judge-conditions.ts';

const Optional = Type.Optional;

const SiteConditionSchema = Type.Object(
  {
    place: Type.Object(
      {
        type: Type.Enum([
          'section',
          'site-space',
          'external-link',
          'header-link',
          'page',
          'block',
          'variable',
        ]),
        siteSection: Optional(Id),
        siteSpace: Optional(Id),
        siteExternalLink: Optional(Id),
        headerLink: Optional(
          Type.Integer({
            minimum: 0,
            description:
              'The position of the link in the header of the site, or of the site space if one is given.',
          }),
        ),
        page: Optional(Id),
        reusableContent: Optional(Id),
        variable: Optional(Type.String({ description: 'The name of a variable of the page or the space.' })),
      },
      {
        description:
          'The kind of item with the condition. `block`: blocks of a page or a reusable content. `variable`: the value of a variable of the page, or of the space if no page is given.',
      },
    ),
    condition: Type.String(),
    holds: Type.Enum(['never', 'always', 'sometimes', 'unknown'], {
      description:
        'The visitors for whom the condition is true. `unknown`: the condition depends on something other than claims with known values.',
    }),
    problem: Optional(Type.Enum(['invalid', 'unknown-claim', 'never', 'always'])),
    message: Optional(Type.String({ description: 'A description of the problem.' })),
    claims: Optional(
      Type.Array(Type.String(), {
        description: 'For `unknown-claim`: the claims that the claims schema does not have.',
      }),
    ),
  },
  { $id: 'SiteCondition' },
);

const ListConditionsQuery = Type.Object({
  ...ListQuery,
  space: Optional(
    Type.String({
      description:
        'A space on the site that you can read. If given, lists the conditions of its pages and blocks instead of those of the site.',
    }),
  ),
  problems: Optional(Type.Boolean({ default: false, description: 'Lists only conditions with a problem.' })),
});

export const conditionRoutes =
  (context: Context, store: ContentStore): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(SiteConditionSchema);

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/sites/:siteId/conditions',
      config: { access: 'site:read', errors: [spaceNotFound] },
      schema: {
        operationId: 'listSiteConditions',
        tags: ['Sites'],
        summary: 'Check the conditions of a site',
        description:
          'Lists the conditions of sections, site spaces and links, or of the pages and blocks of one space, and reports which are probably mistakes according to the claims schema.',
        params: SiteParams,
        querystring: ListConditionsQuery,
        response: { 200: listOf(refTo(SiteConditionSchema)) },
      },
      handler: async (request) => {
        const site = grantedSite(request);
        const { space: spaceId, problems = false } = request.query;
        const { actor } = grantedTo(request);
        const schema = (await findAdaptiveSchema(context.db, site))?.schema;
        const isAsked = ({ problem }: JudgedCondition): boolean => !problems || problem !== undefined;
        const name = `conditions:${JSON.stringify([site.siteId, spaceId, problems])}`;
        if (spaceId === undefined) {
          const list = openList<string>(context.cursors, name, request.query);
          const judged = judgeConditions(await collectFromSite(context, site), schema);
          return list.present(cutMovable(judged.filter(isAsked), list.asked, nameInTurn()), presentCondition);
        }
        const space = await findReadableSpace(context, { site, spaceId, actor });
        const list = openList<RevisionPosition>(context.cursors, name, request.query);
        const { after: [revisionId, start] = [space.revisionId, 0], limit } = list.asked;
        const judged = judgeConditions(await collectFromSpace(store, { ...space, revisionId }), schema);
        const asked = judged.flatMap((one, at) => (isAsked(one) ? [{ one, at }] : []));
        const rest = asked.filter(({ at }) => at >= start).slice(0, limit + 1);
        const page = cutPage(rest, limit, asked.length, ({ at }): RevisionPosition => [revisionId, at + 1]);
        return list.present(page, ({ one }) => presentCondition(one));
      },
    });
  };

/** The pages of a list come from one revision; its conditions have no other name than their place in it. */
type RevisionPosition = [revisionId: string, start: number];

/** Names conditions by what has them. Links in a header have no ids, and are distinguished by their content. */
function nameInTurn(): (judged: JudgedCondition) => string {
  const counts = new Map<string, number>();
  return ({ place: { headerLink: _position, ...place }, condition }) => {
    const name = JSON.stringify([place, condition]);
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return `${name}${count}`;
  };
}

/** People who can read the site cannot necessarily read the spaces on it. */
async function findReadableSpace(
  { pointers }: Pick<Context, 'pointers'>,
  { site, spaceId, actor }: { site: SitePointer; spaceId: string; actor: Actor },
): Promise<SpacePointer> {
  const space = site.spaceIds.includes(spaceId) ? await pointers.spaces.find(spaceId) : undefined;
  if (!space || space.deletedAt) throw spaceNotFound();
  const standing = await findStanding(pointers, actor, space.organizationId);
  if (!isAtLeast(await findRole(pointers, standing, space), 'read')) throw spaceNotFound();
  return space;
}

const presentCondition = ({
  place,
  condition,
  holds,
  problem,
  message,
  claims,
}: JudgedCondition): Static<typeof SiteConditionSchema> => ({
  place,
  condition,
  holds,
  ...(problem ? { problem } : {}),
  ...(message === undefined ? {} : { message }),
  ...(claims ? { claims: [...claims] } : {}),
});
