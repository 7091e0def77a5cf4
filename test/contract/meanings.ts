/** What the fields of requests must hold so that they mean something: ids of objects, addresses, unique names. */
import type { ClientRequest, Meaning } from './client-requests.ts';

/** Stands for a number that no other request has. */
const UNIQUE = '{unique}';

/** The object whose id a field has, by the field, or by the operation and the field. */
const OBJECTS: Record<string, string> = {
  actor: 'userId',
  add: 'userId',
  authors: 'userId',
  block: 'blockKey',
  collection: 'collectionId',
  contributor: 'userId',
  creator: 'userId',
  currentSiteSpace: 'siteSpaceId',
  defaultSiteSection: 'siteSectionId',
  defaultSiteSpace: 'siteSpaceId',
  defaultTeam: 'teamId',
  definition: 'tableColumn',
  document: 'documentId',
  file: 'fileId',
  includedSiteSpaces: 'siteSpaceId',
  into: 'parentPageId',
  members: 'userId',
  node: 'blockKey',
  organization: 'organizationId',
  owner: 'userId',
  page: 'pageId',
  pageId: 'pageId',
  parent: 'siteSectionGroupId',
  parentSectionGroupId: 'otherGroupId',
  record: 'tableRecord',
  remove: 'userId',
  requestedReviewer: 'userId',
  reusableContent: 'reusableContentId',
  revision: 'revisionId',
  sectionId: 'siteSectionId',
  sections: 'siteSectionId',
  site: 'siteId',
  siteSection: 'otherSectionId',
  siteSectionGroupId: 'siteSectionGroupId',
  siteSectionId: 'siteSectionId',
  siteSpace: 'otherSiteSpaceId',
  siteSpaceId: 'siteSpaceId',
  siteSpaceIds: 'siteSpaceId',
  space: 'spaceId',
  spaceId: 'spaceId',
  spaces: 'spaceId',
  spec: 'specSlug',
  targetPage: 'pageId',
  team: 'teamId',
  teams: 'teamId',
  translation: 'translationSettingsId',
  user: 'userId',
  users: 'userId',
  'createCollection parent': 'collectionId',
  'createSpace parent': 'collectionId',
  'getSiteRedirectBySource source': 'redirectSource',
  'importGitRepository url': 'gitUrl',
  'exportToGitRepository url': 'gitUrl',
  'getContentByUrl url': 'appUrl',
  'getPublishedContentByUrl url': 'publishedUrl',
  'moveCollection collection': 'otherCollectionId',
  'moveCollection parent': 'otherCollectionId',
  'moveCollection space': 'otherSpaceId',
  'moveSpace parent': 'collectionId',
  'moveSpace space': 'otherSpaceId',
  'postCommentInChangeRequest node': 'blockKeyInChangeRequest',
  'resolvePublishedContentByUrl url': 'publishedUrl',
  'transferSpace organization': 'foreignOrganizationId',
  'updateChangeRequestContent block': 'blockKeyInChangeRequest',
  'updateGlossaryEntries id': 'glossaryEntryId',
  'updateSiteSectionById defaultSiteSpace': 'ofSectionId',
};

const SPEC = JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} });

/** Other texts, by the field, or by the operation and the field. */
const TEXTS: Record<string, string> = {
  addedReactions: '1f44d',
  basename: `name-${UNIQUE}`,
  certificate: '{certificate}',
  claims: '(plan:pro)',
  email: `user-${UNIQUE}@example.com`,
  emailDomains: 'example.com',
  emails: `user-${UNIQUE}@example.com`,
  openapiUrl: 'https://example.com/openapi.json',
  path: `path-${UNIQUE}`,
  proxy: 'docs.example.com/docs',
  removedReactions: '1f44d',
  repoCommitURL: 'https://example.com/commit',
  repoTreeURL: 'https://example.com/tree',
  slug: `slug-${UNIQUE}`,
  source: `/from-${UNIQUE}`,
  url: '{webUrl}',
  'createOpenAPISpec text': SPEC,
  'createOrUpdateOpenAPISpecBySlug text': SPEC,
  'createSiteRedirect path': '{pagePath}',
  'bulkUpsertSiteRedirects path': '{pagePath}',
  'aggregateSiteEvents from': new Date(Date.now() - 86_400_000).toISOString(),
  'aggregateSiteEvents h3': '85283473fffffff',
  'exportToGitRepository ref': `refs/heads/new-${UNIQUE}`,
  'getComputedDocument page': 'tag/pets',
  'importGitRepository ref': 'refs/heads/main',
  'overrideSiteSpaceCustomizationById url': '{pictureUrl}',
  'updateSiteCustomizationById url': '{pictureUrl}',
  'updateChangeRequestContent ref': `ref-${UNIQUE}`,
  'updateGlossaryEntries key': 'en',
  'updateMembersInOrganizationTeam key': '{userId}',
};

/** Texts that match a pattern, by its beginning. */
const PATTERNS: [beginning: string, text: string][] = [
  ['^#', '#fff'],
  ['^integration', 'integration:maker:source'],
  ['^[^\\n', 'A word'],
  ['\\S', 'A title'],
];

/** A list has pages of at least one item here, and the client would allow none. */
const LIMIT = 7;

/** Texts are filled in by `fill` before a request is sent. */
export function createMeaning(operation: string): Meaning {
  return (place, { pattern }) => {
    const name = place.filter((key) => !/^(?:\d+|\*)$/.test(key)).at(-1) ?? '';
    if (name === 'limit' && place.length === 1) return LIMIT;
    if (name === 'url' && place.includes('fontFaces')) return '{fontUrl}';
    for (const key of [`${operation} ${name}`, name]) {
      const known = OBJECTS[key] === undefined ? TEXTS[key] : `{${OBJECTS[key]}}`;
      if (known !== undefined) return known;
    }
    return PATTERNS.find(([beginning]) => pattern?.startsWith(beginning))?.[1];
  };
}

/** Replaces the names in braces, in values and in the names of fields. */
export function fill<T>(value: T, values: Readonly<Record<string, string>>): T {
  if (value === undefined) return value;
  const filled = JSON.stringify(value).replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    values[name] === undefined ? whole : JSON.stringify(values[name]).slice(1, -1),
  );
  return JSON.parse(filled) as T;
}

const KINDS: Record<string, string> = {
  'site-space': 'SiteSpaceId',
  'site-section': 'SectionId',
  'site-section-group': 'GroupId',
  'site-external-link': 'LinkId',
};

/** Gives the items of a structure the id of an object of their kind, and positions the id of another object. */
function nameItems(value: unknown, whose: 'own' | 'other' = 'own'): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { type } = value as { type?: string };
  const kind = type === undefined ? undefined : KINDS[type];
  if (kind !== undefined && 'id' in value) return { ...value, id: `{${whose}${kind}}` };
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      nameItems(inner, key === 'position' ? 'other' : whose),
    ]),
  );
}

interface Translation {
  source?: { language?: string };
  language?: string;
}
interface Glossary {
  operations: { translations?: object }[];
}

/** What the description of the client cannot say: which values go together. */
const AGREEMENTS: Record<string, (body: never) => unknown> = {
  moveSiteSectionGroup: (body: object) => nameItems(body),
  sortSiteStructure: (body: object) => nameItems(body),
  // Translated into another language.
  createTranslation: (body: Translation) =>
    body.language === body.source?.language ? { ...body, language: 'fr' } : body,
  // An entry has a text in some language.
  updateGlossaryEntries: ({ operations }: Glossary) => ({
    operations: operations.map((one) =>
      one.translations && Object.keys(one.translations).length === 0
        ? { ...one, translations: { en: 'A word' } }
        : one,
    ),
  }),
};

/** The request with values that go together. */
export function agree(request: ClientRequest): ClientRequest {
  const agreement = AGREEMENTS[request.operation];
  return agreement ? { ...request, body: agreement(request.body as never) } : request;
}
