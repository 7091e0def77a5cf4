import { Type } from 'typebox';
import { nullable } from '../../../platform/http/schemas.ts';
import type { EventType } from '../codes.ts';
import { defineAnswer } from './answer.ts';
import { countEvents } from './count-events.ts';
import type { Question } from './question.ts';

const REQUESTS = {
  pageViews: 'page_view',
  markdownRequests: 'page_markdown_request',
  llmsRequests: 'llms_request',
  mcpRequests: 'mcp_request',
} as const satisfies Record<string, EventType>;
const TYPES = Object.values(REQUESTS);
const NAMES = Object.keys(REQUESTS) as (keyof typeof REQUESTS)[];

/** Bots, and the types of requests: all there can be. */
const MAX_GROUPS = 1000;

const COUNTS = {
  requests: Type.Integer({ description: 'The total number of requests.' }),
  pageViews: Type.Integer(),
  markdownRequests: Type.Integer({ description: 'Pages that were fetched as Markdown.' }),
  llmsRequests: Type.Integer({ description: 'Requests for `llms.txt` and `llms-full.txt`.' }),
  mcpRequests: Type.Integer({ description: 'Requests of the MCP server of the site.' }),
};

export const agents = defineAnswer({
  name: 'agents',
  operationId: 'compareSiteAgents',
  summary: 'Compare agents and people on a site',
  description:
    'Counts the requests of each known bot or agent, and of people: pages, pages as Markdown, `llms.txt` and MCP. `bots` does not apply.',
  query: {},
  totals: {
    people: Type.Integer({ description: 'The requests of people.' }),
    agents: Type.Integer({ description: 'The requests of bots and agents.' }),
  },
  item: Type.Object({
    agent: nullable(
      Type.String({
        description: 'The name of the bot or agent, `unknown` for an unknown bot, or null for people.',
      }),
    ),
    ...COUNTS,
  }),
  async read(parts, question) {
    const rows = await countEvents(parts, withBots(question), {
      types: TYPES,
      groups: [{ column: 'visitorProgram' }, { column: 'eventType' }],
      counts: ['eventsCount'],
      limit: MAX_GROUPS,
    });
    const byAgent = new Map<string | null, Map<unknown, number>>();
    for (const [bot, type, events] of rows) {
      const agent = bot === '' ? null : String(bot);
      const counts = byAgent.get(agent) ?? new Map<unknown, number>();
      byAgent.set(agent, counts.set(type, Number(events)));
    }
    const items = [...byAgent].map(([agent, counts]) => ({ agent, ...readRequests(counts) }));
    items.sort(
      (one, other) => other.requests - one.requests || (String(one.agent) < String(other.agent) ? -1 : 1),
    );
    const people = items.find(({ agent }) => agent === null)?.requests ?? 0;
    const all = items.reduce((sum, { requests }) => sum + requests, 0);
    return { totals: { people, agents: all - people }, items: items.slice(0, question.limit) };
  },
});

const withBots = (question: Question): Question => ({
  ...question,
  filters: question.filters.filter(({ column }) => column !== 'visitorBot'),
});

function readRequests(counts: ReadonlyMap<unknown, number>) {
  const own = Object.fromEntries(NAMES.map((name) => [name, counts.get(REQUESTS[name]) ?? 0])) as Record<
    keyof typeof REQUESTS,
    number
  >;
  return { requests: Object.values(own).reduce((sum, count) => sum + count, 0), ...own };
}
