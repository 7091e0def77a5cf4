import { attributeOf, type HtmlElement, type HtmlNode } from '@lectern/html/html-tree';
import { type HtmlAttribute, startTag, writeNode } from '@lectern/html/write-html';
import type { ChangedSetting } from '../list-settings.ts';
import { ContentModel } from './content-model.ts';
import { Signatures } from './signatures.ts';

/** The version that an element is in. */
export type Side = 'before' | 'after';

/** The parts of the HTML of a block in both versions, and in one text. */
export interface Output {
  before: string[];
  after: string[];
  merged: string[];
}

/** Attributes that name an id. */
const NAMING = new Set(['for', 'aria-controls', 'aria-describedby', 'aria-labelledby', 'popovertarget']);

/** What marking the blocks of a page needs everywhere. */
export class Marking {
  readonly signatures: Signatures;
  readonly model = new ContentModel();
  readonly #newIds: ReadonlySet<string>;
  readonly #prefix: string;
  #settings: ChangedSetting[] = [];

  /** `ids`: those in the HTML of both versions. */
  constructor(revisionIds: readonly string[], ids: Record<Side, ReadonlySet<string>>) {
    this.signatures = new Signatures(revisionIds);
    this.#newIds = ids.after;
    let prefix = 'before-';
    while ([...ids.after].some((id) => id.startsWith(prefix))) prefix = `before-${prefix}`;
    this.#prefix = prefix;
  }

  /** The start tag of an element. Ids of the old version get a prefix, so that they are not those of the new one. */
  startOf(element: HtmlElement, side: Side, change?: string): string {
    const attributes: HtmlAttribute[] =
      side === 'after' ? [...element.attrs] : element.attrs.map((attribute) => this.#rename(attribute));
    if (change !== undefined) attributes.push({ name: 'data-change', value: change });
    return startTag(element, attributes);
  }

  /** A node with its content. `change`: what happened to it as a whole. */
  write(node: HtmlNode, side: Side, change?: string): string {
    return writeNode(node, (element) => this.startOf(element, side, element === node ? change : undefined));
  }

  /** Notes that a link with the same text leads elsewhere. */
  noteLink(before: HtmlElement, after: HtmlElement): void {
    const [old, current] = [before, after].map((link) => attributeOf(link, 'href') ?? '') as [string, string];
    const { signatures } = this;
    if (signatures.withoutRevision(old) === signatures.withoutRevision(current)) return;
    const last = this.#settings.at(-1);
    if (last?.before === old && last.after === current) return;
    this.addSetting({ name: 'link', before: old, after: current });
  }

  addSetting(setting: ChangedSetting): void {
    this.#settings.push(setting);
  }

  /** The settings noted since the last call. */
  takeSettings(): ChangedSetting[] {
    const settings = this.#settings;
    this.#settings = [];
    return settings;
  }

  #rename(attribute: HtmlAttribute): HtmlAttribute {
    const { name, value } = attribute;
    if (name === 'id') return { ...attribute, value: this.#prefix + value };
    if (NAMING.has(name)) return { ...attribute, value: value.replace(/\S+/g, (id) => this.#prefix + id) };
    if (name === 'href' && value.startsWith('#') && !this.#isShown(value.slice(1)))
      return { ...attribute, value: `#${encodeURIComponent(this.#prefix)}${value.slice(1)}` };
    return attribute;
  }

  #isShown(anchor: string): boolean {
    return this.#newIds.has(anchor) || this.#newIds.has(decode(anchor));
  }
}

function decode(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}
