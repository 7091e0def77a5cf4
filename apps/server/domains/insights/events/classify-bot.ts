import { isbot } from 'isbot';
import type { Bot } from '../codes.ts';

/**
 * The texts by which the user agents of known programs are recognized, in lower case. The more specific ones come
 * first, because a program can mention another one of its company.
 */
const PROGRAMS: readonly (readonly [string, Bot])[] = [
  ['claude-code', 'claude-code'],
  ['claude-user', 'claude'],
  ['claude-searchbot', 'claude'],
  ['claudebot', 'claudebot'],
  ['claude', 'claude'],
  ['anthropic', 'anthropic'],
  ['chatgpt-user', 'chatgpt'],
  ['gptbot', 'gptbot'],
  ['oai-searchbot', 'openai'],
  ['oai-adsbot', 'openai'],
  ['codex', 'codex'],
  ['openai', 'openai'],
  ['chatgpt', 'chatgpt'],
  ['opencode', 'opencode'],
  ['githubcopilot', 'github-copilot'],
  ['github-copilot', 'github-copilot'],
  ['copilot-chat', 'github-copilot'],
  ['cursor', 'cursor'],
  ['vscode', 'vscode'],
  ['visual studio code', 'vscode'],
  ['googleother', 'googlebot'],
  ['google-extended', 'gemini'],
  ['gemini', 'gemini'],
  ['google-inspectiontool', 'googlebot'],
  ['storebot-google', 'googlebot'],
  ['adsbot-google', 'googlebot'],
  ['googlebot', 'googlebot'],
  ['bingbot', 'bingbot'],
  ['adidxbot', 'bingbot'],
  ['bingpreview', 'bingbot'],
  ['duckassistbot', 'duckassist'],
  ['duckduckbot', 'duckduckbot'],
  ['meta-externalagent', 'meta'],
  ['meta-externalfetcher', 'meta-fetcher'],
  ['meta-webindexer', 'meta-webindexer'],
  ['meta-externalads', 'meta-ads'],
  ['facebookexternalhit', 'facebookbot'],
  ['facebookcatalog', 'facebookbot'],
  ['facebookbot', 'facebookbot'],
  ['applebot', 'applebot'],
  ['perplexity', 'perplexity'],
  ['cohere-', 'cohere'],
  ['mistralai', 'mistral'],
  ['mistral', 'mistral'],
  ['deepseek', 'deepseek'],
  ['bytespider', 'bytespider'],
  ['ccbot', 'ccbot'],
  ['amzn-searchbot', 'amzn-searchbot'],
  ['amzn-user', 'amzn-user'],
  ['amazonbot', 'amazonbot'],
  ['youbot', 'youbot'],
  ['grok', 'grok'],
  ['xai-', 'grok'],
];

/** Returns the program that a user agent names; `unknown` for an unknown program; undefined for a person's browser. */
export function classifyBot(userAgent: string): Bot | undefined {
  const folded = userAgent.toLowerCase();
  const known = PROGRAMS.find(([part]) => folded.includes(part));
  // Known programs are checked first: some are editors whose user agent looks like that of a browser.
  if (known) return known[1];
  return userAgent === '' || isbot(userAgent) ? 'unknown' : undefined;
}
