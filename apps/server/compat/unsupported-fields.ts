/**
 * The fields of the public client that this version accepts without effect, and the values that it refuses with 501.
 * Schemas spread the fields into theirs; services refuse before they change anything.
 */
import { Type } from 'typebox';
import { notImplemented } from '../platform/http/errors.ts';
import { nullable } from '../platform/http/schemas.ts';

/** The description of a field that is accepted without effect. */
export const withoutEffect = (reason?: string) => ({
  description: `Accepted without effect${reason === undefined ? '' : `: ${reason}`}.`,
});
const refused = (reason: string) => ({ description: `Not supported (501): ${reason}.` });

const flag = () => Type.Optional(Type.Boolean({ default: true, ...withoutEffect() }));
const Template = Type.Optional(Type.Unknown(refused('this version has no templates')));
const PAGE_ACTIONS = {
  deprecated: true,
  ...withoutEffect('page actions are set for the site'),
};

export const ORGANIZATION_FIELDS = { onboardingPreferences: Type.Optional(Type.Unknown(withoutEffect())) };

export const NEW_SPACE_FIELDS = {
  template: Template,
  computedSource: Type.Optional(Type.Unknown(refused('this version has no computed spaces'))),
  empty: Type.Optional(Type.Boolean(withoutEffect('every new space has no pages'))),
};

export const FILE_QUERY_FIELDS = { computed: flag() };
export const CHANGES_QUERY_FIELDS = { metadata: flag(), computed: flag() };
export const PAGE_BY_PATH_FIELDS = {
  cachedMetadata: Type.Optional(Type.Boolean(withoutEffect('Git data is always current'))),
};
export const NEW_FILE_FIELDS = {
  contentType: Type.Optional(
    Type.String({
      maxLength: 255,
      ...withoutEffect('the type is detected from the bytes, and for text from the name'),
    }),
  ),
};

export const CHANGE_REQUEST_LIST_FIELDS = {
  styleguideRun: Type.Optional(
    Type.String({
      description:
        'Accepted for compatibility. The list is then empty, because this version has no style guides.',
    }),
  ),
  finding: Type.Optional(Type.Enum(['none', 'all'], withoutEffect('this version has no triage'))),
};
export const NEW_CHANGE_REQUEST_FIELDS = {
  template: Template,
  agentTaskId: Type.Optional(Type.Unknown(withoutEffect('this version has no agents'))),
};
export const REVIEW_QUERY_FIELDS = {
  format: Type.Optional(Type.Enum(['document', 'markdown'], withoutEffect())),
};
export const REPLY_FIELDS = {
  resolved: Type.Optional(Type.Unknown(withoutEffect('comments are resolved, not single replies'))),
};

export const SITE_FIELDS = {
  agentsContext: Type.Optional(
    Type.Enum(['excluded', 'included'], {
      description: '`included` is not supported (501): this version has no agents.',
    }),
  ),
  proxy: Type.Optional(nullable(Type.String(refused('use your own proxy in front of the site')))),
  styleguide: Type.Optional(nullable(Type.String(refused('this version has no style guides')))),
};
export const SITE_SPACE_FIELDS = { template: Template };
export const VISITOR_AUTHENTICATION_FIELDS = {
  backend: Type.Optional(
    Type.Enum(['custom', 'integration'], { description: '`integration` is not available in this version.' }),
  ),
};
export const VARIANT_CUSTOMIZATION_FIELDS = {
  pdf: Type.Optional(Type.Object({}, PAGE_ACTIONS)),
  git: Type.Optional(Type.Object({}, PAGE_ACTIONS)),
};
export const CUSTOMIZATION_QUERY_FIELDS = {
  unmasked: Type.Optional(Type.Boolean({ deprecated: true, ...withoutEffect('nothing is masked') })),
};

type Refusal = [field: string, isRefused: (value: unknown) => boolean, message: string];

const isGiven = (value: unknown): boolean => value !== undefined;
const isText = (value: unknown): boolean => typeof value === 'string';
const is = (refused: string) => (value: unknown) => value === refused;

/** The values that are refused, by what they are fields of. */
const REFUSALS = {
  'change-request': [['template', isGiven, 'This version has no templates for change requests.']],
  space: [
    ['template', isGiven, 'This version cannot create spaces from templates.'],
    ['computedSource', isGiven, 'This version does not have computed spaces.'],
  ],
  'site-space': [['template', isGiven, 'This version cannot create spaces from templates.']],
  site: [
    ['proxy', isText, 'This version has no proxies. Put one of your own in front of the site.'],
    ['styleguide', isText, 'This version has no style guides.'],
    ['agentsContext', is('included'), 'This version has no agents.'],
  ],
  'visitor-authentication': [
    [
      'backend',
      is('integration'),
      'This version has no integrations that authenticate visitors. Use the backend “custom”.',
    ],
  ],
  'computed-source': [
    [
      'type',
      is('builtin:translation'),
      'Each translation is a separate space: read the space of the language.',
    ],
    [
      'type',
      (type) => type !== 'builtin:openapi',
      'This version has no integrations that compute content. Use a source of the type “builtin:openapi”.',
    ],
  ],
  import: [
    [
      'source',
      is('google-docs'),
      'Google Docs cannot be imported. Download the document as .docx and import that.',
    ],
  ],
} satisfies Record<string, Refusal[]>;

/** Throws a 501 if a field has a value of the public client that this version does not support. */
export function refuseUnsupported(kind: keyof typeof REFUSALS, fields: object): void {
  for (const [field, isRefused, message] of REFUSALS[kind] as Refusal[])
    if (isRefused((fields as Record<string, unknown>)[field])) throw notImplemented(message);
}
