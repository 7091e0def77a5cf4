import { withRestOf } from '../../../platform/http/written-query.ts';
import type { RedirectRule } from './redirect-rule.ts';
import type { SitePath } from './redirect-source.ts';

/** The destination of a rule for a path. */
export type Landing =
  | { kind: 'target'; target: string }
  /**
   * A path of the site at which there is no content: other redirects may continue from there. `canEnd`: readers may be
   * led there even if none does.
   */
  | { kind: 'path'; path: SitePath; target: string; canEnd: boolean };

/** The facts of a site that are needed for following redirects. */
export interface RedirectWorld<Rule extends RedirectRule = RedirectRule> {
  /** Finds the rules that match a path, in order of precedence. */
  findRules(path: SitePath): Promise<readonly Rule[]>;
  /** Undefined if the visitor may not see the destination, or if it is gone. Then the rule is ignored. */
  land(rule: RedirectRule, path: SitePath): Promise<Landing | undefined>;
}

/** The end of a chain of redirects; `rule` is the first one of the chain. */
export type Followed<Rule extends RedirectRule> =
  | { kind: 'target'; rule: Rule; target: string }
  | { kind: 'none' }
  | { kind: 'loop' };

/** The maximum length of a chain of redirects. */
export const MAX_HOPS = 10;

/** Follows the redirects of a site from a path to content, or to an address outside of the site. */
export async function followRedirects<Rule extends RedirectRule>(
  start: SitePath,
  world: RedirectWorld<Rule>,
): Promise<Followed<Rule>> {
  const seen = new Set<string>();
  let first: Rule | undefined;
  let reached: { target: string; canEnd: boolean } | undefined;
  for (let path = start; ; ) {
    if (seen.has(path.text) || seen.size === MAX_HOPS) return { kind: 'loop' };
    seen.add(path.text);
    const step = await takeStep(path, world);
    if (!step) break;
    const { rule, landing } = step;
    first ??= rule;
    const target = reached ? withRestOf(reached.target, landing.target) : landing.target;
    if (landing.kind === 'target') return { kind: 'target', rule: first, target };
    path = landing.path;
    reached = { target, canEnd: landing.canEnd };
  }
  // Authors may redirect to an address of the site without content, like that of its feed.
  return first && reached?.canEnd
    ? { kind: 'target', rule: first, target: reached.target }
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
