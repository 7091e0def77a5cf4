/**
 * Values that are stored as small numbers: the database stores the position in the list, so values may only be added at
 * the end.
 */
export interface Codes<Value extends string = string> {
  readonly values: readonly Value[];
  /** Throws if the value is not in the list: requests are validated before. */
  codeOf(value: Value): number;
  /** The value of a stored code; undefined for null. */
  valueOf(code: number | null): Value | undefined;
}

function defineCodes<const Value extends string>(values: readonly Value[]): Codes<Value> {
  const positions = new Map(values.map((value, position) => [value, position]));
  return {
    values,
    codeOf: (value) => {
      const position = positions.get(value);
      if (position === undefined) throw new Error(`There is no code for ${value}.`);
      return position;
    },
    valueOf: (code) => (code === null ? undefined : values[code]),
  };
}

export const EVENT_TYPES = defineCodes([
  'page_view',
  'page_markdown_request',
  'search_open',
  'search_type_query',
  'search_open_result',
  'page_post_feedback',
  'page_post_feedback_comment',
  'agent_feedback',
  'ask_question',
  'ask_view',
  'ask_rate_response',
  'link_click',
  'api_client_open',
  'api_client_request',
  'ad_click',
  'ad_display',
  'trademark_click',
  'llms_request',
  'mcp_request',
  'rss_request',
  // Not in the public clients.
  'code_copy',
]);
export type EventType = (typeof EVENT_TYPES.values)[number];

export const DISPLAY_CONTEXTS = defineCodes(['site', 'server', 'embed', 'mcp']);
export const BROWSERS = defineCodes(['chrome', 'firefox', 'safari', 'edge', 'ie', 'opera', 'unknown']);
export const DEVICES = defineCodes(['desktop', 'tablet', 'mobile', 'unknown']);
export const SYSTEMS = defineCodes(['windows', 'macos', 'linux', 'android', 'ios', 'unknown']);
export const BOTS = defineCodes([
  'unknown',
  'googlebot',
  'bingbot',
  'duckduckbot',
  'facebookbot',
  'applebot',
  'chatgpt',
  'openai',
  'claude',
  'anthropic',
  'gemini',
  'perplexity',
  'cohere',
  'mistral',
  'deepseek',
  'meta',
  'bytespider',
  'ccbot',
  'amazonbot',
  'youbot',
  'cursor',
  'vscode',
  'claude-code',
  'codex',
  'opencode',
  'gptbot',
  'claudebot',
  'meta-fetcher',
  'grok',
  'github-copilot',
  'meta-webindexer',
  'meta-ads',
  'duckassist',
  'amzn-searchbot',
  'amzn-user',
]);
export type Bot = (typeof BOTS.values)[number];

export const PAGE_RATINGS = defineCodes(['bad', 'ok', 'good']);
export const LINK_POSITIONS = defineCodes(['announcement', 'header', 'footer', 'sidebar', 'content']);
export const LLMS_VARIANTS = defineCodes(['standard', 'full']);
export const MARKDOWN_SOURCES = defineCodes(['page-action']);
export const NOT_FOUND_TYPES = defineCodes(['conditional']);
export type NotFoundType = (typeof NOT_FOUND_TYPES.values)[number];
export const AD_PLACEMENTS = defineCodes(['aside']);
export const TRADEMARK_PLACEMENTS = defineCodes(['sidebar', 'ad', 'footer', 'pdf', 'embed']);
export const LINK_TARGET_KINDS = [
  'url',
  'page',
  'file',
  'anchor',
  'space',
  'collection',
  'user',
  'reusable-content',
] as const;
