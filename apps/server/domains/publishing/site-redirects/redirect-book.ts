import type { RedirectRule } from './redirect-rule.ts';
import { isWildcardSource } from './redirect-rule.ts';
import { listCandidates, type SitePath } from './redirect-source.ts';

const keyOf = (source: string, isDraft: boolean): string => `${isDraft ? 'draft' : 'live'} ${source}`;

/** All redirects of a site in memory while many of them change. */
export class RedirectBook<Rule extends RedirectRule> {
  readonly #rules = new Map<string, Rule>();
  /** How many live wildcards have this length, without their stars. */
  readonly #lengths = new Map<number, number>();

  constructor(rules: Iterable<Rule> = []) {
    for (const rule of rules) this.set(rule);
  }

  get size(): number {
    return this.#rules.size;
  }

  find(source: string, isDraft: boolean): Rule | undefined {
    return this.#rules.get(keyOf(source, isDraft));
  }

  set(rule: Rule): void {
    this.delete(rule.source, rule.isDraft);
    this.#rules.set(keyOf(rule.source, rule.isDraft), rule);
    this.#count(rule, 1);
  }

  delete(source: string, isDraft: boolean): void {
    const rule = this.find(source, isDraft);
    if (!rule) return;
    this.#rules.delete(keyOf(source, isDraft));
    this.#count(rule, -1);
  }

  rules(): IterableIterator<Rule> {
    return this.#rules.values();
  }

  /** The live rules that match a path, the one that counts first. */
  findMatching(path: SitePath): Rule[] {
    return listCandidates(path, [...this.#lengths.keys()]).flatMap(
      (source) => this.find(source, false) ?? [],
    );
  }

  #count({ source, isDraft }: Rule, change: 1 | -1): void {
    if (isDraft || !isWildcardSource(source)) return;
    const length = source.length - 1;
    const count = (this.#lengths.get(length) ?? 0) + change;
    if (count > 0) this.#lengths.set(length, count);
    else this.#lengths.delete(length);
  }
}
