import Bowser from 'bowser';
import { LRUCache } from 'lru-cache';
import { limitEntries } from '../../../platform/http/entry-limit.ts';
import { BOTS, BROWSERS, DEVICES, SYSTEMS } from '../codes.ts';
import { classifyBot } from './classify-bot.ts';

/** The facts in a user agent, as codes. The user agent itself is not stored. */
export interface Agent {
  bot: number | null;
  device: number;
  browser: number;
  os: number;
}

/** Readers share few user agents; parsing one takes a tenth of a millisecond. */
const MAX_KNOWN = 5000;
/** The rest is not parsed: no browser sends a longer user agent. */
const MAX_LENGTH = 512;

const BROWSER_NAMES: Readonly<Record<string, (typeof BROWSERS.values)[number]>> = {
  Chrome: 'chrome',
  Chromium: 'chrome',
  'Samsung Internet for Android': 'chrome',
  Vivaldi: 'chrome',
  Firefox: 'firefox',
  Safari: 'safari',
  'Microsoft Edge': 'edge',
  'Internet Explorer': 'ie',
  Opera: 'opera',
  'Opera Touch': 'opera',
};

const SYSTEM_NAMES: Readonly<Record<string, (typeof SYSTEMS.values)[number]>> = {
  Windows: 'windows',
  macOS: 'macos',
  Linux: 'linux',
  'Chrome OS': 'linux',
  Android: 'android',
  iOS: 'ios',
};

const DEVICE_NAMES: Readonly<Record<string, (typeof DEVICES.values)[number]>> = {
  desktop: 'desktop',
  tablet: 'tablet',
  mobile: 'mobile',
};

export function createDescribeAgent(): (userAgent: string) => Agent {
  const known = new LRUCache<string, Agent>(limitEntries(MAX_KNOWN));
  return (userAgent) => {
    const text = userAgent.slice(0, MAX_LENGTH);
    let agent = known.get(text);
    if (!agent) {
      agent = describe(text);
      known.set(text, agent);
    }
    return agent;
  };
}

function describe(userAgent: string): Agent {
  const bot = classifyBot(userAgent);
  const parsed = userAgent === '' ? undefined : Bowser.parse(userAgent);
  return {
    bot: bot === undefined ? null : BOTS.codeOf(bot),
    device: DEVICES.codeOf(DEVICE_NAMES[parsed?.platform.type ?? ''] ?? 'unknown'),
    browser: BROWSERS.codeOf(BROWSER_NAMES[parsed?.browser.name ?? ''] ?? 'unknown'),
    os: SYSTEMS.codeOf(SYSTEM_NAMES[parsed?.os.name ?? ''] ?? 'unknown'),
  };
}
