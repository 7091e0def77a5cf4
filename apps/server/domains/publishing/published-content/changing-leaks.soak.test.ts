/**
 * Readers of a site while its visibility, readers, share links, keys, conditions and content change, sessions end and
 * members leave teams: no response to a request
 * after the change was acknowledged shows content that is no longer allowed. In a second process on the same database,
 * this is true as soon as it has been notified of the change.
 */
import type { FastifyInstance } from 'fastify';
import { SignJWT } from 'jose';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import { addMember, addSite, addSpace, addTeam } from '../../../../../test/factories.ts';
import { runJobs } from '../../../../../test/jobs.ts';
import { createRandom } from '../../../../../test/random.ts';
import { openBrowser } from '../../../../../test/signed-in.ts';
import { buildPublishedApp } from '../../../../sites/published-app.ts';
import type { SiteVisibility } from '../../../platform/access/pointers.ts';

/** The seed of the random changes. */
const SEED = Number(process.env.LEAKS_SEED ?? 13);
const CHANGES = Number(process.env.LEAKS_CHANGES ?? 40);

const HOST = 'sites.example.com';
const OPEN_WORD = 'qopenwordz';
const SECRET_WORD = 'qsecretwordz';
const OTHER_WORD = 'qotherwordz';

type Random = () => number;
const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

type Plan = 'pro' | 'free';
/** The plan of visitors for whom a condition holds; undefined for no condition. */
type Condition = Plan | 'never' | undefined;
const CONDITIONS: readonly Condition[] = [undefined, 'pro', 'free', 'never'];
const VISIBILITIES: readonly SiteVisibility[] = [
  'public',
  'unlisted',
  'share-link',
  'visitor-auth',
  'members',
  'teams',
  'password',
];

const conditionText = (condition: Condition): string | null => {
  if (condition === undefined) return null;
  return condition === 'never' ? 'visitor.claims.unknown' : `visitor.claims.plan === "${condition}"`;
};

/** The state of the site after the acknowledged changes. */
interface State {
  isPublished: boolean;
  isDeleted: boolean;
  visibility: SiteVisibility;
  isAdaptive: boolean;
  /** The condition of the second space on the site. */
  spaceCondition: Condition;
  /** The condition of a page in the first space. */
  pageCondition: Condition;
  activeLinks: readonly string[];
  /** The numbers of the keys whose tokens are accepted, the newest one first. */
  keys: readonly number[];
  epoch: number;
  /** The sessions of members that have not ended, with their users. */
  sessions: Readonly<Record<string, string>>;
  /** The members of the team that reads the site. */
  team: readonly string[];
}

/** The facts of a visitor that decide about access, independently of how the visitor was admitted. */
interface Standing {
  linkId?: string | undefined;
  isAuthenticated: boolean;
  plan?: Plan | undefined;
  /** The session with which a member entered. */
  sessionId?: string | undefined;
  knowsPassword?: boolean | undefined;
}

function mayEnter(state: State, { linkId, isAuthenticated, sessionId, knowsPassword }: Standing): boolean {
  if (state.isDeleted || !state.isPublished) return false;
  const userId = state.sessions[sessionId ?? ''];
  if (state.visibility === 'members') return userId !== undefined;
  if (state.visibility === 'teams') return userId !== undefined && state.team.includes(userId);
  if (state.visibility === 'password') return knowsPassword === true;
  if (state.visibility === 'share-link') return linkId !== undefined && state.activeLinks.includes(linkId);
  return state.visibility !== 'visitor-auth' || isAuthenticated;
}

const holds = (state: State, condition: Condition, { plan }: Standing): boolean =>
  condition === undefined || (state.isAdaptive && plan === condition);

/** A part of the site that an answer can show. */
type Fact = 'site' | 'open page' | 'secret page' | 'other space';

function mayShow(state: State, fact: Fact, standing: Standing): boolean {
  if (!mayEnter(state, standing)) return false;
  if (fact === 'secret page') return holds(state, state.pageCondition, standing);
  return fact !== 'other space' || holds(state, state.spaceCondition, standing);
}

/** A fact that a response showed or did not show, and whether it is allowed in a state. */
interface Observation {
  what: string;
  isShown: boolean;
  isAllowed(state: State): boolean;
  /** False if it may be missing for another reason, such as an index that is not written yet. */
  isExact: boolean;
}

/** A process of the service, with its API and its sites origin. */
interface Side {
  name: string;
  app: TestApp;
  published: FastifyInstance;
  /** The number of changes that the process must know. */
  known: number;
}

interface Visitor {
  name: string;
  linkId?: string;
  shareKey?: string;
  plan?: Plan;
  /** A member, with the browser in which they have signed in. */
  account?: Account;
  knowsPassword?: boolean;
  /** Always signs with the first key, instead of the newest one. */
  keepsFirstKey?: boolean;
}

interface Account {
  userId: string;
  browser: Awaited<ReturnType<typeof openBrowser>>;
}

interface World {
  app: TestApp;
  site: string;
  path: string;
  first: string;
  second: string;
  secretPageId: string;
  linkIds: string[];
  /** The states after each change, beginning with the one before the first. */
  states: State[];
  /** The number of changes that have begun. */
  begun: number;
  /** The keys that the site has had, by their numbers. */
  privateKeys: string[];
  accounts: Account[];
  teamId: string;
  password: string;
  isOver: boolean;
}

const sides: Side[] = [];

async function buildSide(name: string, app: TestApp): Promise<Side> {
  const published = buildPublishedApp({ ...app.app.published, log: pino({ level: 'silent' }) });
  await published.ready();
  return { name, app, published, known: 0 };
}

beforeAll(async () => {
  const config = { sitesUrl: `https://${HOST}` };
  const app = await buildTestApp({ config });
  const beside = await buildTestApp({ beside: app, config, isListening: true });
  sides.push(await buildSide('the process that changes', app), await buildSide('another process', beside));
});
afterAll(async () => {
  for (const { app, published } of sides.toReversed()) {
    await published.close();
    await app.close();
  }
});

const writeContent = (app: TestApp, spaceId: string, condition: Condition) => {
  const text = conditionText(condition);
  return putContent(app, spaceId, {
    'SUMMARY.md': '* [Start](README.md)\n* [Secret](secret.md)\n',
    'README.md': `# Start\n\nText ${OPEN_WORD}.\n`,
    'secret.md': `${text === null ? '' : `---\nif: '${text}'\n---\n\n`}# Secret\n\nText ${SECRET_WORD}.\n`,
  });
};

async function createWorld(app: TestApp): Promise<World & { links: { id: string; key: string }[] }> {
  const first = await addSpace(app, { title: 'First' });
  const second = await addSpace(app, { title: 'Second' });
  await writeContent(app, first, undefined);
  await putContent(app, second, { 'README.md': `# Other\n\nText ${OTHER_WORD}.\n` });
  await runJobs(app);
  const siteId = await addSite(app, { spaceIds: [first, second], isPublished: true });
  const site = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
  await app.request('PATCH', site, { body: { adaptiveContent: { enabled: true } } });
  const { basename } = (await app.context.pointers.sites.find(siteId)) as { basename: string };
  const links: { id: string; key: string }[] = [];
  for (const name of ['One', 'Two']) {
    const { id, urls } = (await app.request('POST', `${site}/share-links`, { body: { name } })).json();
    links.push({ id, key: new URL(urls.published).pathname.split('/')[2] as string });
  }
  const { privateKey } = (await app.request('GET', `${site}/publishing/auth`)).json();
  const { pages } = (await app.request('GET', `/v1/spaces/${first}/content/pages`)).json();
  const linkIds = links.map(({ id }) => id);
  const accounts: Account[] = [];
  for (const _ of [1, 2]) {
    const { userId } = await addMember(app, { role: 'read' });
    accounts.push({ userId, browser: await openBrowser(app, { userId }) });
  }
  const team = accounts.map(({ userId }) => userId);
  const teamId = await addTeam(app, { members: team });
  const state: State = {
    isPublished: true,
    isDeleted: false,
    visibility: 'public',
    isAdaptive: true,
    spaceCondition: undefined,
    pageCondition: undefined,
    activeLinks: linkIds,
    keys: [0],
    epoch: 0,
    sessions: Object.fromEntries(accounts.map(({ userId, browser }) => [browser.sessionId, userId])),
    team,
  };
  return {
    app,
    site,
    path: `/${basename}`,
    first,
    second,
    secretPageId: pages[1].id,
    linkIds,
    links,
    states: [state],
    begun: 0,
    privateKeys: [privateKey],
    accounts,
    teamId,
    password: '',
    isOver: false,
  };
}

const stateOf = ({ states }: World): State => states.at(-1) as State;

/** Makes a change, and returns the resulting state. */
type Change = (world: World, random: Random, state: State) => Promise<State>;

const send = async (world: World, method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
  const response = await world.app.request(method, `${world.site}${path}`, body ? { body } : {});
  expect(response.statusCode, `${method} ${path} ${response.body}`).toBeLessThan(300);
  return response.statusCode === 200 ? response.json() : {};
};

const changeVisibility: Change = async (world, random, state) => {
  const visibility = pick(
    random,
    VISIBILITIES.filter((one) => one !== state.visibility),
  );
  return setReaders(visibility)(world, random, state);
};

const setReaders =
  (visibility: SiteVisibility): Change =>
  async (world, _random, state) => {
    const kind = visibility;
    if (kind === 'members') await send(world, 'PATCH', '', { readers: { kind } });
    else if (kind === 'teams') await send(world, 'PATCH', '', { readers: { kind, teams: [world.teamId] } });
    else if (kind === 'password') {
      const password = `the password ${world.begun}`;
      await send(world, 'PATCH', '', { readers: { kind, password } });
      world.password = password;
      return { ...state, visibility, epoch: state.epoch + 1 };
    } else await send(world, 'PATCH', '', { visibility, readers: null });
    return { ...state, visibility };
  };

/** A member signs out, and signs in again. */
const replaceSession: Change = async (world, random, state) => {
  const account = pick(random, world.accounts);
  const { sessionId } = account.browser;
  const ended = await account.browser.request('DELETE', '/v1/session');
  expect(ended.statusCode, ended.body).toBeLessThan(300);
  account.browser = await openBrowser(world.app, account);
  const { [sessionId]: _ended, ...others } = state.sessions;
  return { ...state, sessions: { ...others, [account.browser.sessionId]: account.userId } };
};

const toggleTeam: Change = async (world, random, state) => {
  const { userId } = pick(random, world.accounts);
  const isIn = state.team.includes(userId);
  const url = `/v1/orgs/${world.app.organizationId}/teams/${world.teamId}/members/${userId}`;
  const response = await world.app.request(isIn ? 'DELETE' : 'PUT', url, isIn ? {} : { body: {} });
  expect(response.statusCode, response.body).toBeLessThan(300);
  const others = state.team.filter((one) => one !== userId);
  return { ...state, team: isIn ? others : [...others, userId] };
};

const togglePublished: Change = async (world, _random, state) => {
  await send(world, 'POST', state.isPublished ? '/unpublish' : '/publish');
  return { ...state, isPublished: !state.isPublished };
};

const toggleAdaptive: Change = async (world, _random, state) => {
  await send(world, 'PATCH', '', { adaptiveContent: { enabled: !state.isAdaptive } });
  return { ...state, isAdaptive: !state.isAdaptive };
};

const toggleLink: Change = async (world, random, state) => {
  const linkId = pick(random, world.linkIds);
  const active = !state.activeLinks.includes(linkId);
  await send(world, 'PATCH', `/share-links/${linkId}`, { active });
  const others = state.activeLinks.filter((one) => one !== linkId);
  return { ...state, activeLinks: active ? [...others, linkId] : others };
};

const rotateKey: Change = async (world, random, state) => {
  const overlapSeconds = pick(random, [0, 3600]);
  const { privateKey } = await send(world, 'POST', '/publishing/auth/regenerate', { overlapSeconds });
  const key = world.privateKeys.push(privateKey) - 1;
  const [newest = 0] = state.keys;
  return overlapSeconds === 0
    ? { ...state, keys: [key], epoch: state.epoch + 1 }
    : { ...state, keys: [key, newest] };
};

const changeSpaceCondition: Change = async (world, random, state) => {
  const spaceCondition = pick(random, CONDITIONS);
  const { items } = (await world.app.request('GET', `${world.site}/site-spaces`)).json();
  const { id } = items.find(({ space }: { space: { id: string } }) => space.id === world.second);
  await send(world, 'PATCH', `/site-spaces/${id}`, { condition: conditionText(spaceCondition) });
  return { ...state, spaceCondition };
};

const changeContent: Change = async (world, random, state) => {
  const pageCondition = pick(random, CONDITIONS);
  await writeContent(world.app, world.first, pageCondition);
  return { ...state, pageCondition };
};

const deleteSite: Change = async (world, _random, state) => {
  await send(world, 'DELETE', '');
  return { ...state, isDeleted: true };
};

/** Each way to lose access as a member or by a password happens at least once. */
const FIRST_CHANGES: readonly Change[] = [
  setReaders('members'),
  replaceSession,
  setReaders('teams'),
  toggleTeam,
  setReaders('password'),
];

const CHANGES_DRAWN: readonly Change[] = [
  replaceSession,
  toggleTeam,
  changeVisibility,
  changeVisibility,
  togglePublished,
  toggleAdaptive,
  toggleLink,
  toggleLink,
  rotateKey,
  changeSpaceCondition,
  changeContent,
];

/** Reads the facts of a visitor from a token, without the service. */
function standingOf(token: string, state: State): { standing: Standing; isCurrent: boolean } {
  const payload = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());
  const { share, authenticated, claims, epoch, entered, password } = payload;
  return {
    standing: {
      linkId: share,
      isAuthenticated: authenticated === true,
      plan: claims?.plan,
      sessionId: entered,
      knowsPassword: password,
    },
    isCurrent: epoch === state.epoch,
  };
}

let addresses = 0;
/** Returns a new address for each request, because too many refusals of one address lead to other responses. */
function nextAddress(): string {
  addresses += 1;
  return `10.0.${Math.floor(addresses / 250) % 250}.${addresses % 250}`;
}

/** A reader with a browser or a renderer, which sends its earlier tokens, cookies and tags with each request. */
function createReader(world: World, side: Side, visitor: Visitor) {
  let apiToken: string | undefined;
  let cookie: string | undefined;
  const tags = new Map<string, { tag: string; body: string }>();
  const jwts = new Map<number, string>();

  async function signJwt(): Promise<{ jwt: string; key: number } | undefined> {
    if (visitor.plan === undefined) return undefined;
    const key = visitor.keepsFirstKey ? 0 : world.privateKeys.length - 1;
    const jwt =
      jwts.get(key) ??
      (await new SignJWT({ plan: visitor.plan })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('12h')
        .sign(Buffer.from(world.privateKeys[key] as string)));
    jwts.set(key, jwt);
    return { jwt, key };
  }

  /** Requests a URL with the tag of the stored response; 304 returns the stored response. */
  async function get(server: FastifyInstance, url: string, headers: Record<string, string>) {
    const held = tags.get(url);
    const response = await server.inject({
      method: 'GET',
      url,
      headers: { ...headers, ...(held ? { 'if-none-match': held.tag } : {}) },
    });
    const body = response.statusCode === 304 ? (held?.body ?? '') : response.body;
    const tag = response.headers.etag;
    if (response.statusCode === 200 && typeof tag === 'string') tags.set(url, { tag, body });
    const setCookie = [response.headers['set-cookie'] ?? []].flat()[0];
    return {
      isFound: response.statusCode === 200 || response.statusCode === 304,
      status: response.statusCode,
      body,
      cookie: setCookie?.split(';')[0],
    };
  }

  const arriving = (state: State, key: number | undefined): Standing => {
    const isAuthenticated = key !== undefined && state.keys.includes(key);
    return { linkId: visitor.linkId, isAuthenticated, plan: isAuthenticated ? visitor.plan : undefined };
  };

  async function resolve(): Promise<Observation[]> {
    const signed = await signJwt();
    const sharePath = visitor.shareKey === undefined ? '' : `/${visitor.shareKey}`;
    const response = await side.app.server.inject({
      method: 'POST',
      url: '/v1/urls/published',
      remoteAddress: nextAddress(),
      payload: {
        url: `https://${HOST}${world.path}${sharePath}`,
        visitor: signed ? { jwtToken: signed.jwt } : {},
      },
    });
    expect([200, 401, 404]).toContain(response.statusCode);
    const isShown = response.statusCode === 200 && response.json().apiToken !== undefined;
    if (isShown) apiToken = response.json().apiToken;
    return [
      {
        what: 'resolve: site',
        isShown,
        isExact: true,
        isAllowed: (state) => mayShow(state, 'site', arriving(state, signed?.key)),
      },
    ];
  }

  /** Makes all requests of a renderer, with a token that may be old. */
  async function readApi(): Promise<Observation[]> {
    if (apiToken === undefined) return [];
    const token = apiToken;
    const { server } = side.app;
    const headers = { authorization: `Bearer ${token}` };
    const observe = (what: string, fact: Fact, isShown: boolean, isExact = true): Observation => ({
      what: `${what}: ${fact}`,
      isShown,
      isExact,
      isAllowed: (state) => {
        const { standing, isCurrent } = standingOf(token, state);
        return isCurrent && mayShow(state, fact, standing);
      },
    });
    const page = `/v1/spaces/${world.first}/content/page/${world.secretPageId}`;
    const [bundle, space, pages, markdown, files] = [
      await get(server, `${world.site}/published`, headers),
      await get(server, `/v1/spaces/${world.second}`, headers),
      await get(server, `/v1/spaces/${world.first}/content/pages`, headers),
      await get(server, `${page}?format=markdown`, headers),
      await get(server, `/v1/spaces/${world.first}/content/files`, headers),
    ];
    const { revision } = (await server.inject({ url: `/v1/spaces/${world.first}`, headers })).json();
    const document = await get(
      server,
      `/v1/spaces/${world.first}/revisions/${revision}/page/${world.secretPageId}/document?evaluated=deterministic-only`,
      headers,
    );
    const found: string[] = [];
    for (const query of [SECRET_WORD, OTHER_WORD]) {
      const response = await server.inject({
        method: 'POST',
        url: `${world.site}/search`,
        headers,
        payload: { query, mode: 'all' },
      });
      if (response.statusCode === 200 && response.json().items.length > 0) found.push(query);
    }
    return [
      observe('bundle', 'site', bundle.isFound),
      observe('bundle', 'other space', bundle.isFound && bundle.body.includes(world.second)),
      observe('space', 'other space', space.isFound),
      observe('table of contents', 'site', pages.isFound),
      observe('table of contents', 'secret page', pages.isFound && pages.body.includes('"Secret"')),
      observe('Markdown', 'secret page', markdown.isFound && markdown.body.includes(SECRET_WORD)),
      observe('document', 'secret page', document.isFound && document.body.includes(SECRET_WORD)),
      observe('files', 'site', files.isFound, false),
      observe('search', 'secret page', found.includes(SECRET_WORD), false),
      observe('search', 'other space', found.includes(OTHER_WORD), false),
    ];
  }

  /** Visits the address that the visitor knows with a browser. */
  async function browse(): Promise<Observation[]> {
    const observations: Observation[] = [];
    const sharePath = visitor.shareKey === undefined ? '' : `/${visitor.shareKey}`;
    const asked: [path: string, fact: Fact, word: string][] = [
      ['/', 'open page', OPEN_WORD],
      ['/secret', 'secret page', SECRET_WORD],
      ['/variant-2/', 'other space', OTHER_WORD],
    ];
    for (const [path, fact, word] of asked) {
      const held = cookie;
      const headers = { host: HOST, ...(held === undefined ? {} : { cookie: held }) };
      const response = await get(side.published, `${world.path}${sharePath}${path}`, headers);
      if (response.cookie) cookie = response.cookie;
      observations.push({
        what: `browser: ${fact}`,
        isShown: response.isFound && response.body.includes(word),
        isExact: true,
        isAllowed: (state) => {
          // With another visibility, a key in an address is the path of a page that does not exist.
          if (visitor.shareKey !== undefined && state.visibility !== 'share-link') return false;
          if (visitor.linkId !== undefined && !state.activeLinks.includes(visitor.linkId)) return false;
          const kept = held === undefined ? undefined : standingOf(held.split('=')[1] as string, state);
          const standing = kept?.isCurrent ? kept.standing : { isAuthenticated: false };
          return mayShow(state, fact, { ...standing, linkId: visitor.linkId });
        },
      });
    }
    return observations;
  }

  /** Signs in with a browser, which then keeps the cookie. */
  async function signIn(): Promise<Observation[]> {
    const signed = await signJwt();
    if (!signed) return [];
    const response = await get(side.published, `${world.path}/?jwt_token=${signed.jwt}`, { host: HOST });
    const isShown = response.status === 303 && response.cookie !== undefined;
    if (isShown) cookie = response.cookie;
    return [
      {
        what: 'sign in: site',
        isShown,
        isExact: false,
        isAllowed: (state) => state.keys.includes(signed.key) && state.isPublished && !state.isDeleted,
      },
    ];
  }

  /** Goes to sign in on the API origin, and comes back. */
  async function enter(): Promise<Observation[]> {
    const { account } = visitor;
    if (!account) return [];
    const { sessionId, cookie: session } = account.browser;
    const ask = async (location: unknown, held: string) => {
      const { pathname, search, host } = new URL(String(location), `https://${HOST}`);
      const server = host === HOST ? side.published : side.app.server;
      const { headers } = await server.inject({
        method: 'GET',
        url: pathname + search,
        remoteAddress: nextAddress(),
        headers: { host: host === HOST ? HOST : 'localhost', cookie: held },
      });
      return { to: headers.location, cookie: [headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] };
    };
    const away = await ask(`${world.path}/~/sign-in`, '');
    const back = away.cookie === undefined ? undefined : await ask(away.to, session);
    const isBack = String(back?.to).includes('code=');
    const entered = isBack ? await ask(back?.to, away.cookie as string) : undefined;
    if (entered?.cookie) cookie = entered.cookie;
    return [
      {
        what: 'enter: site',
        isShown: entered?.cookie !== undefined,
        // The visibility may have changed on the way.
        isExact: false,
        isAllowed: (state) => mayEnter(state, { isAuthenticated: false, sessionId }),
      },
    ];
  }

  async function enterPassword(): Promise<Observation[]> {
    if (!visitor.knowsPassword || world.password === '') return [];
    const { headers } = await side.published.inject({
      method: 'POST',
      url: `${world.path}/~/password`,
      remoteAddress: nextAddress(),
      headers: {
        host: HOST,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: String(new URLSearchParams({ password: world.password })),
    });
    const setCookie = [headers['set-cookie'] ?? []].flat()[0]?.split(';')[0];
    if (setCookie) cookie = setCookie;
    return [
      {
        what: 'enter by password: site',
        isShown: setCookie !== undefined,
        isExact: false,
        isAllowed: (state) => mayEnter(state, { isAuthenticated: false, knowsPassword: true }),
      },
    ];
  }

  return [resolve, readApi, signIn, enter, enterPassword, browse];
}

const seen = new Map<string, Set<boolean>>();

function check(world: World, from: number, until: number, where: string, observations: Observation[]): void {
  for (const { what, isShown, isAllowed, isExact } of observations) {
    seen.set(what, (seen.get(what) ?? new Set()).add(isShown));
    if (!isShown && !isExact) continue;
    const states = world.states.slice(from, until + 1);
    const allowed = states.map(isAllowed);
    if (allowed.includes(isShown)) continue;
    throw new Error(
      `${where}: ${what} was ${isShown ? 'shown' : 'hidden'} after ${from} changes: ${JSON.stringify(states)}`,
    );
  }
}

/** Reads until the test is over. Counts the repetitions in `rounds`. */
async function readOn(world: World, side: Side, visitor: Visitor, loop: { rounds: number }): Promise<void> {
  const steps = createReader(world, side, visitor);
  while (!world.isOver) {
    for (const step of steps) {
      const from = side.known;
      const observations = await step();
      // A change that has begun may already have an effect, but its state is known only when it is acknowledged.
      while (world.begun >= world.states.length) await new Promise(setImmediate);
      check(world, from, world.begun, `${visitor.name} at ${side.name}`, observations);
    }
    loop.rounds += 1;
  }
}

/** Waits until the other process has applied all announcements: they arrive in the order of commits. */
async function hearOf(world: World, side: Side, markedSiteId: string): Promise<void> {
  const { sites } = side.app.context.pointers;
  await sites.find(markedSiteId);
  await world.app.context.transact(async ({ announce }) => {
    announce({ kind: 'site', siteId: markedSiteId });
  });
  await vi.waitFor(() => expect(sites.peek(markedSiteId)).toBeUndefined(), { timeout: 30_000, interval: 2 });
}

test('what a visitor reads follows each change at once', async () => {
  const random = createRandom(SEED);
  const [own, beside] = sides as [Side, Side];
  const world = await createWorld(own.app);
  const markedSiteId = await addSite(own.app, { title: 'Marked' });
  const [one, two] = world.links as [{ id: string; key: string }, { id: string; key: string }];
  const visitors: Visitor[] = [
    { name: 'a stranger' },
    { name: 'a holder of the first link', linkId: one.id, shareKey: one.key },
    { name: 'a holder of the second link', linkId: two.id, shareKey: two.key },
    { name: 'a customer', plan: 'pro' },
    { name: 'a guest with the first key', plan: 'free', keepsFirstKey: true },
    ...world.accounts.map((account, at) => ({ name: `member ${at + 1}`, account })),
    { name: 'somebody with the password', knowsPassword: true },
  ];
  const loops = sides.flatMap((side) => visitors.map((visitor) => ({ side, visitor, rounds: 0 })));
  const readers = loops.map((loop) => readOn(world, loop.side, loop.visitor, loop));
  const failed = Promise.all(readers).then(() => undefined);
  const letRead = async (): Promise<void> => {
    const aims = loops.map(({ rounds }) => rounds + 2);
    while (loops.some(({ rounds }, at) => rounds < (aims[at] as number)))
      await Promise.race([failed, new Promise(setImmediate)]);
  };
  try {
    await letRead();
    const last = FIRST_CHANGES.length + CHANGES + 1;
    for (let count = 1; count <= last; count += 1) {
      const drawn = FIRST_CHANGES[count - 1] ?? pick(random, CHANGES_DRAWN);
      const change = count === last ? deleteSite : drawn;
      const before = stateOf(world);
      world.begun = count;
      const after = await change(world, random, before);
      world.states.push(after);
      own.known = count;
      await hearOf(world, beside, markedSiteId);
      beside.known = count;
      if (change === changeContent) await runJobs(own.app);
      await letRead();
    }
  } finally {
    world.isOver = true;
    await Promise.allSettled(readers);
  }
  await failed;
  // Every fact was shown in some responses and not in others, so that the checks could have failed.
  const always = [...seen].filter(([, shown]) => shown.size < 2).map(([what]) => what);
  expect(always).toEqual([]);
}, 900_000);
