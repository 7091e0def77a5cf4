import type { RedirectRule } from './redirect-rule.ts';
import type { SitePath } from './redirect-source.ts';

/** Where a rule leads from a path. */
export type Landing =
  | { kind: 'target'; target: string }
  /** A path of the site at which there is no content: other redirects may continue from there. */
  | { kind: 'path'; path: SitePath; asWritten: string | undefined };

/** What following redirects asks about a site. */
export interface RedirectWorld<Rule extends RedirectRule = RedirectRule> {
  /** The rules that match a path, the one that counts first. */
  findRules(path: SitePath): Promise<readonly Rule[]>;
  /** Undefined: the visitor may not see the destination, or it is gone. Then the rule does not count. */
  land(rule: RedirectRule, path: SitePath): Promise<Landing | undefined>;
}

/** The end of a chain of redirects; `rule`: the first one of it. */
export type Followed<Rule extends RedirectRule> =
  | { kind: 'target'; rule: Rule; target: string }
  | { kind: 'none' }
  | { kind: 'loop' };

/** No chain of redirects is followed further. */
export const MAX_HOPS = 10;

/** Follows the redirects of a site from a path to content, or to an address outside. */
export async function followRedirects<Rule extends RedirectRule>(
  start: SitePath,
  world: RedirectWorld<Rule>,
): Promise<Followed<Rule>> {
  const seen = new Set<string>();
  let first: Rule | undefined;
  let asWritten: string | undefined;
  for (let path = start; ; ) {
    if (seen.has(path.text) || seen.size === MAX_HOPS) return { kind: 'loop' };
    seen.add(path.text);
    const step = await takeStep(path, world);
    if (!step) break;
    first ??= step.rule;
    if (step.landing.kind === 'target') return { kind: 'target', rule: first, target: step.landing.target };
    ({ path, asWritten } = step.landing);
  }
  // An address of the site at which nothing is, like that of its feed, is the author's business.
  return first && asWritten !== undefined
    ? { kind: 'target', rule: first, target: asWritten }
    : { kind: 'none' };
}

async function takeStep<Rule extends RedirectRule>(
  path: SitePath,
  world: RedirectWorld<Rule>,
): Promise<{ rule: Rule; landing: Landing } | undefined> {
  for (const rule of await world.findRules(path)) {
    const landing = await world.land(rule, path);
    if (landing) return { rule, landing };
  }
  return undefined;
}
