import { EMOJI_PATTERN, PRINTABLE_PATTERN, VISIBLE_PATTERN } from './schemas.ts';

/** The requirement in words, for each pattern of the schemas of requests. */
const WORDINGS: Record<string, string> = {
  [EMOJI_PATTERN]: 'must be an emoji, or its code points such as 1f4d4',
  [PRINTABLE_PATTERN]: 'must have only ASCII characters',
  [VISIBLE_PATTERN]: 'must have only ASCII characters, without spaces',
  '^[^\\n\\r]*$': 'must be a single line',
  '^\\d{1,15}$': 'must be the id of an event, which has only digits',
  '^https?://': 'must begin with http:// or https://',
  '^https?://(?![^/?#]*@)': 'must begin with http:// or https://, without a user name and a password',
  '^(?:https?://(?![^/?#]*@)|mailto:)': 'must be a URL that begins with http://, https:// or mailto:',
  '^/': 'must begin with a slash',
  '^#(?:[0-9a-fA-F]{3}){1,2}$': 'must be a color such as #1a73e8 or #fff',
  '\\S': 'must not be blank',
  '^\\S(?:.*\\S)?$': 'must be one line that does not begin or end with a space',
  '^\\S[\\s\\S]*\\S$': 'must have at least two characters and must not begin or end with a space',
  '^[\\p{L}\\p{N} _-]+$': 'must have only letters, digits, spaces, hyphens and underscores',
  '^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$':
    'must have 3 to 32 lowercase letters, digits and hyphens, and must not begin or end with a hyphen',
  '^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$':
    'must have only letters, digits and hyphens, must not begin or end with a hyphen, and must not have two hyphens in a row',
  '^(?!(?:\\.{1,2}|favicon\\.ico|feed\\.xml|llms\\.txt|llms-full\\.txt|robots\\.txt|rss\\.xml|sitemap\\.xml|sitemap-pages\\.xml)$)[a-z0-9._-][a-z0-9._~-]*$':
    'must have only lowercase letters, digits, hyphens, underscores, periods and tildes, must not begin with a tilde, and must not be “.”, “..” or the name of a file that sites have, such as sitemap.xml',
  '^[a-z][a-z-]{1,30}$': 'must be the name of a format, such as docusaurus',
  '^(?:email|integration:[^:\\s]{1,100}:[^:\\s]{1,100})$':
    'must be “email” or “integration:<name>:<installation>”',
  '^(?:builtin:(?:openapi|translation)|integration:[^:]+:[^:]+)$':
    'must be “builtin:openapi”, “builtin:translation” or “integration:<name>:<source>”',
};

/** Returns the requirement of a pattern in words; undefined for a pattern that no schema has. */
export const explainPattern = (pattern: string): string | undefined => WORDINGS[pattern];
