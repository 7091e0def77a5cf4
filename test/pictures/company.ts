/** Fills a service with what a small company has: people, spaces, change requests, a site and its readers. */
import { type RunningService, request, type Setup } from '../process/service-process.ts';
import {
  CHANGED_MEANWHILE,
  CONFLICTING,
  type CompanyPage,
  GUIDE_PAGES,
  HANDBOOK_PAGES,
  OPENAPI_SPEC,
  PROPOSED,
  RAIN_AS_MERGED,
} from './company-pages.ts';
import type { PretendTime } from './pretend-time.ts';

export const ADMIN_TOKEN = 'token-of-the-administrator-0123456789';
export const ADMIN_EMAIL = 'mara@fernhollow.example';

const COLLEAGUES = {
  tomas: { name: 'Tomás Rivera', role: 'edit' },
  aiko: { name: 'Aiko Tanaka', role: 'review' },
  jonas: { name: 'Jonas Weber', role: 'create' },
  priya: { name: 'Priya Nair', role: 'read' },
} as const;
type Colleague = keyof typeof COLLEAGUES;
const NAMES = Object.keys(COLLEAGUES) as Colleague[];

export interface Company {
  organizationId: string;
  guideId: string;
  handbookId: string;
  /** A space without pages. */
  emptyId: string;
  siteId: string;
  /** The pages of the guide by title. */
  pages: Record<string, string>;
  tomasId: string;
}

type Send = <Body = Record<string, never>>(method: string, path: string, body?: object) => Promise<Body>;

export async function addCompany(setup: Setup, service: RunningService, time: PretendTime): Promise<Company> {
  const asAdmin = sendAs(service, ADMIN_TOKEN);
  time.setMoment('2026-02-10T10:20:00.000Z');
  const { id: maraId } = await asAdmin<{ id: string }>('GET', '/v1/user');
  await asAdmin('PATCH', `/v1/users/${maraId}`, { displayName: 'Mara Lindqvist' });
  const { items: first } = await asAdmin<{ items: { id: string }[] }>('GET', '/v1/orgs');
  const { id: organizationId } = await asAdmin<{ id: string }>('POST', '/v1/orgs', { title: 'Fernhollow' });
  for (const { id } of first) await asAdmin('DELETE', `/v1/orgs/${id}`);
  const organization = `/v1/orgs/${organizationId}`;

  time.setMoment('2026-02-12T08:05:00.000Z');
  const people = await addColleagues(setup, service, organizationId);

  time.setMoment('2026-02-16T13:30:00.000Z');
  const guideId = await addSpace(asAdmin, organization, {
    title: 'User guide',
    language: 'en',
  });
  const handbookId = await addSpace(asAdmin, organization, { title: 'Handbook' });
  const emptyId = await addSpace(asAdmin, organization, { title: 'Workshop' });
  const pages = await addPages(asAdmin, guideId, GUIDE_PAGES);
  await addPages(asAdmin, handbookId, HANDBOOK_PAGES);
  await addTeams(asAdmin, organization, people, { guideId, handbookId });

  time.setMoment('2026-02-20T11:00:00.000Z');
  const siteId = await addPublishedSite(asAdmin, organization, guideId);

  const place = pages['Place the station'] as string;
  await addRequests({ people, guideId, place, rain: pages.Rain as string, asAdmin, time });
  await addComments(people, guideId, pages['Connect it to Wi-Fi'] as string);
  await addReaders(asAdmin, `${organization}/sites/${siteId}`, { guideId, pages });
  return { organizationId, guideId, handbookId, emptyId, siteId, pages, tomasId: people.tomas.id };
}

/** Sends requests with a token, and fails if one of them is refused. */
function sendAs(service: RunningService, token: string): Send {
  return async <Body>(method: string, path: string, body?: object) => {
    const answer = await request<Body>(service, token, path, { method, ...(body && { body }) });
    if (answer.status >= 300) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  };
}

type People = Record<Colleague, { id: string; send: Send }>;

async function addColleagues(setup: Setup, service: RunningService, organizationId: string): Promise<People> {
  const added = {} as People;
  for (const name of NAMES) {
    const email = `${name}@fernhollow.example`;
    const run = async (...args: string[]): Promise<string> => {
      const { code, output, errors } = await setup.run([...args, '--email', email]);
      if (code !== 0) throw new Error(errors + output);
      return output;
    };
    const { name: displayName, role } = COLLEAGUES[name];
    await run('user', 'create', '--name', displayName, '--organization', organizationId, '--role', role);
    const output = await run('token', 'create', '--title', 'Pictures');
    const send = sendAs(service, /lct_\S+/.exec(output)?.[0] ?? '');
    const { id } = await send<{ id: string }>('GET', '/v1/user');
    added[name] = { id, send };
  }
  return added;
}

const addSpace = async (send: Send, organization: string, space: object): Promise<string> =>
  (await send<{ id: string }>('POST', `${organization}/spaces`, space)).id;

async function addPages(
  send: Send,
  spaceId: string,
  pages: readonly CompanyPage[],
): Promise<Record<string, string>> {
  const { changes } = await send<{ changes: { page: { id: string } }[] }>(
    'POST',
    `/v1/spaces/${spaceId}/content`,
    {
      changes: pages.map(({ title, icon, into, markdown }) => ({
        operation: 'insert_page',
        title,
        icon,
        ref: title,
        ...(into && { into }),
        document: { markdown },
      })),
    },
  );
  return Object.fromEntries(pages.map(({ title }, at) => [title, changes[at]?.page.id as string]));
}

async function addTeams(
  send: Send,
  organization: string,
  people: People,
  { guideId, handbookId }: { guideId: string; handbookId: string },
): Promise<void> {
  const add = async (title: string, members: Colleague[]): Promise<string> =>
    (
      await send<{ id: string }>('PUT', `${organization}/teams`, {
        title,
        members: members.map((name) => people[name].id),
      })
    ).id;
  const writers = await add('Writers', ['tomas', 'aiko']);
  const support = await add('Support', ['jonas', 'priya']);
  await send('PATCH', `/v1/spaces/${handbookId}`, { defaultLevel: null });
  await send('PATCH', `/v1/spaces/${handbookId}/permissions/teams/${writers}`, { role: 'edit' });
  await send('PATCH', `/v1/spaces/${guideId}/permissions/teams/${support}`, { role: 'comment' });
  await send('PATCH', `/v1/spaces/${guideId}/permissions/users/${people.tomas.id}`, { role: 'review' });
}

async function addPublishedSite(send: Send, organization: string, guideId: string): Promise<string> {
  await send('PUT', `${organization}/openapi/meadow`, { source: { text: OPENAPI_SPEC } });
  const apiId = await addSpace(send, organization, { title: 'API', language: 'en' });
  await addPages(send, apiId, [
    {
      title: 'Readings',
      icon: 'chart-simple',
      markdown:
        '# Readings\n\nA program can read everything that the app shows.\n\n{% openapi-operation spec="meadow" path="/stations/{station}/readings" method="get" %}\n[OpenAPI meadow](https://api.fernhollow.example/openapi.yaml)\n{% endopenapi-operation %}\n',
    },
  ]);
  const { id } = await send<{ id: string }>('POST', `${organization}/sites`, {
    title: 'Fernhollow docs',
    spaces: [guideId],
  });
  const site = `${organization}/sites/${id}`;
  await send('POST', `${site}/sections`, { spaceId: apiId });
  await send('PUT', `${site}/customization`, {
    styling: { primaryColor: { light: '#1d6b4f', dark: '#7fd1ae' } },
    header: {
      links: [
        { title: 'Shop', to: { kind: 'url', url: 'https://fernhollow.example/shop' }, links: [] },
        { title: 'Contact', to: { kind: 'url', url: 'https://fernhollow.example/contact' }, links: [] },
      ],
    },
  });
  await send('POST', `${site}/publish`);
  await send('PUT', `${site}/redirects`, {
    redirects: [
      { source: '/manual/*', captureWildcard: true, destination: { kind: 'site-path', path: '/sensors' } },
      { source: '/setup', permanent: true, destination: { kind: 'site-path', path: '/place-the-station' } },
      { source: '/shop', destination: { kind: 'external', url: 'https://fernhollow.example/shop' } },
    ],
  });
  return id;
}

async function addRequests({
  people,
  guideId,
  place,
  rain,
  asAdmin,
  time,
}: {
  people: People;
  guideId: string;
  place: string;
  rain: string;
  asAdmin: Send;
  time: PretendTime;
}): Promise<void> {
  const guide = `/v1/spaces/${guideId}`;
  const write = (markdown: string) => ({
    changes: [{ operation: 'update_page', page: place, document: { markdown } }],
  });
  const propose = async (name: Colleague, subject: string, markdown?: string): Promise<string> => {
    const { send } = people[name];
    const { number } = await send<{ number: number }>('POST', `${guide}/change-requests`, { subject });
    const url = `${guide}/change-requests/${number}`;
    if (markdown !== undefined) await send('POST', `${url}/content`, write(markdown));
    return url;
  };
  time.setMoment('2026-03-03T10:30:00.000Z');
  const merged = await propose('aiko', 'Say when the funnel needs no cleaning');
  await people.aiko.send('POST', `${merged}/content`, {
    changes: [{ operation: 'update_page', page: rain, document: { markdown: RAIN_AS_MERGED } }],
  });
  await people.aiko.send('POST', `${merged}/merge`);
  time.setMoment('2026-03-10T14:10:00.000Z');
  const proposed = await propose('tomas', 'Say more about the place for the rain sensor', PROPOSED);
  await people.tomas.send('POST', `${proposed}/requested-reviewers`, { users: [people.aiko.id] });
  time.setMoment('2026-03-11T09:20:00.000Z');
  const conflicting = await propose('jonas', 'Allow more time for the mast', CONFLICTING);
  await people.jonas.send('PATCH', conflicting, { status: 'open' });
  await propose('aiko', 'Describe the repeater');
  time.setMoment('2026-03-11T15:45:00.000Z');
  await asAdmin('POST', `${guide}/content`, write(CHANGED_MEANWHILE));
  time.setMoment('2026-03-12T08:50:00.000Z');
  await people.aiko.send('POST', `${proposed}/reviews`, {
    status: 'approved',
    comment: { markdown: 'Four times the height is what we see on our own roof, too.' },
  });
}

interface DocumentNode {
  key?: string;
  type?: string;
  text?: string;
  nodes?: DocumentNode[];
  leaves?: { text: string }[];
}

/** A comment on words, with a reply. */
async function addComments(people: People, guideId: string, pageId: string): Promise<void> {
  const guide = `/v1/spaces/${guideId}`;
  const { document } = await people.aiko.send<{ document: DocumentNode }>(
    'GET',
    `${guide}/content/page/${pageId}?format=document`,
  );
  const quote = 'a few kilobytes each minute';
  const textOf = ({ nodes = [], leaves = [] }: DocumentNode): string =>
    nodes.map(textOf).join('') + leaves.map(({ text }) => text).join('');
  const block = document.nodes?.find((node) => textOf(node).includes(quote));
  if (!block) throw new Error('The page has no block with the quote.');
  const start = textOf(block).indexOf(quote);
  const { id } = await people.aiko.send<{ id: string }>('POST', `${guide}/comments`, {
    body: { markdown: 'Should we give the number for a month? People with a data plan ask for it.' },
    page: pageId,
    node: block.key,
    range: { start, end: start + quote.length, quote },
  });
  await people.tomas.send('POST', `${guide}/comments/${id}/replies`, {
    body: { markdown: 'Good idea: about 200 MB. I will add it.' },
  });
}

/** What readers of the site did today. */
async function addReaders(
  send: Send,
  site: string,
  { guideId, pages }: { guideId: string; pages: Record<string, string> },
): Promise<void> {
  const { urls } = await send<{ urls: { published: string } }>('GET', site);
  const slugOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  const views = Object.keys(pages).flatMap((title, rank) =>
    Array.from({ length: Math.round(60 / (rank + 1)) + 4 }, (_, count) => ({
      visitor: (count * 7 + rank) % 53,
      event: {
        type: 'page_view',
        location: { url: urls.published + slugOf(title), space: guideId, page: pages[title] },
      },
    })),
  );
  const searches = ['frost alert', 'csv', 'battery', 'wi-fi password', 'csv', 'frost alert', 'csv'].map(
    (query, visitor) => ({
      visitor,
      event: {
        type: 'search_type_query',
        query,
        results: query === 'frost alert' ? 0 : 3,
        location: { url: urls.published, space: guideId },
      },
    }),
  );
  const events = [...views, ...searches].map(({ visitor, event }, count) => ({
    ...event,
    id: `event-${count}`,
    timestamp: new Date().toISOString(),
    session: {
      visitorId: `visitor-${visitor}`,
      sessionId: `session-${visitor}`,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0',
      language: 'en-US',
      referrer: visitor % 3 === 0 ? 'https://fernhollow.example/' : '',
    },
  }));
  await send('POST', `${site}/insights/events`, { events });
}
