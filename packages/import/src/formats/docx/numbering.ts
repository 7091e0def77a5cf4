import { childOf, childrenOf, valOf, type XmlElement, xmlAttribute } from './xml.ts';

/** The properties that paragraphs and runs get from styles, with those of the styles that these are based on. */
export interface DocxStyle {
  /** As the application shows it, in lower case. */
  name: string;
  numId: string | undefined;
  level: string | undefined;
  outlineLevel: number | undefined;
  isHidden: boolean;
  /** The style itself, and those that it is based on. */
  ids: readonly string[];
}

/** Reads styles by their ids. */
export function readStyles(root: XmlElement | undefined): (id: string | undefined) => DocxStyle | undefined {
  const written = new Map(
    childrenOf(root, 'w:style').map((style) => [xmlAttribute(style, 'styleId') ?? '', style]),
  );
  const known = new Map<string, DocxStyle>();
  const resolve = (id: string): DocxStyle => {
    const ids: string[] = [];
    let numId: string | undefined;
    let level: string | undefined;
    let outline: string | undefined;
    let isHidden: boolean | undefined;
    for (let at: string | undefined = id; at !== undefined && !ids.includes(at) && ids.length < MAX_BASES; ) {
      const style: XmlElement | undefined = written.get(at);
      ids.push(at);
      const properties = childOf(style, 'w:pPr');
      const numbering = childOf(properties, 'w:numPr');
      numId ??= valOf(numbering, 'w:numId');
      level ??= valOf(numbering, 'w:ilvl');
      outline ??= valOf(properties, 'w:outlineLvl');
      const vanish = childOf(childOf(style, 'w:rPr'), 'w:vanish');
      if (vanish) isHidden ??= !/^(?:0|false|off)$/.test(xmlAttribute(vanish, 'val') ?? '');
      at = valOf(style, 'w:basedOn');
    }
    return {
      name: (valOf(written.get(id), 'w:name') ?? '').toLowerCase(),
      numId,
      level,
      outlineLevel: outline === undefined ? undefined : Number(outline),
      isHidden: isHidden ?? false,
      ids,
    };
  };
  return (id) => {
    if (id === undefined || !written.has(id)) return undefined;
    const style = known.get(id) ?? resolve(id);
    known.set(id, style);
    return style;
  };
}

/** Word itself allows no longer chains. */
const MAX_BASES = 20;

interface Level {
  start: number;
  format: string;
  /** The visible form: `%1.`. */
  text: string;
  /** The level after whose use this one begins again, counted from 1; 0: it never does. */
  restart: number | undefined;
  styleId: string | undefined;
}

interface AbstractList {
  id: string;
  levels: Map<number, Level>;
  /** The style of numbering in which it is defined. */
  link: string | undefined;
}

interface List {
  abstractId: string;
  starts: Map<number, number>;
  levels: Map<number, Level>;
}

/** The number of a paragraph in a list. */
export interface ListNumber {
  /** Paragraphs of one list have one key for each level. */
  key: string;
  level: number;
  value: number;
  /** As in the document: `bullet`, `decimal`, `none`. */
  format: string;
}

/** The numbers of a document, counted as Word counts them. */
export class Numbering {
  readonly #abstracts = new Map<string, AbstractList>();
  readonly #lists = new Map<string, List>();
  readonly #counters = new Map<string, (number | undefined)[]>();
  /** The overridden levels that were used: their start counts once. */
  readonly #begun = new Set<string>();
  readonly #styles: ReturnType<typeof readStyles>;

  constructor(root: XmlElement | undefined, styles: ReturnType<typeof readStyles>) {
    this.#styles = styles;
    for (const element of childrenOf(root, 'w:abstractNum')) {
      const id = xmlAttribute(element, 'abstractNumId') ?? '';
      const link = valOf(element, 'w:numStyleLink');
      this.#abstracts.set(id, { id, levels: readLevels(childrenOf(element, 'w:lvl')), link });
    }
    for (const element of childrenOf(root, 'w:num')) {
      const overrides = childrenOf(element, 'w:lvlOverride');
      const starts = new Map<number, number>();
      for (const override of overrides) {
        const start = valOf(override, 'w:startOverride');
        if (start !== undefined) starts.set(Number(xmlAttribute(override, 'ilvl') ?? 0), Number(start));
      }
      this.#lists.set(xmlAttribute(element, 'numId') ?? '', {
        abstractId: valOf(element, 'w:abstractNumId') ?? '',
        starts,
        levels: readLevels(overrides.flatMap((override) => childrenOf(override, 'w:lvl'))),
      });
    }
  }

  /** Counts a paragraph. Undefined if it is in no list. */
  next(paragraph: XmlElement, style: DocxStyle | undefined): ListNumber | undefined {
    const own = childOf(childOf(paragraph, 'w:pPr'), 'w:numPr');
    const ownId = valOf(own, 'w:numId');
    const numId = ownId ?? style?.numId;
    const abstract = numId === undefined ? undefined : this.#findAbstract(numId);
    const list = this.#lists.get(numId ?? '');
    if (numId === undefined || !abstract || !list) return undefined;
    const written =
      valOf(own, 'w:ilvl') ??
      (ownId === undefined ? (levelOfStyle(abstract, style) ?? style?.level) : undefined) ??
      0;
    const index = Number(written);
    const level = list.levels.get(index) ?? abstract.levels.get(index);
    if (!level) return undefined;
    const value = this.#count(numId, list, abstract, index);
    const format = level.text === '' ? 'none' : level.format;
    return { key: `${abstract.id}.${index}`, level: index, value, format };
  }

  /** Lists of one definition count together, unless one of them overrides where a level starts. */
  #count(numId: string, list: List, abstract: AbstractList, index: number): number {
    const counters = this.#counters.get(abstract.id) ?? [];
    this.#counters.set(abstract.id, counters);
    const levelOf = (at: number) => list.levels.get(at) ?? abstract.levels.get(at);
    const override = list.starts.get(index);
    const begun = `${numId}.${index}`;
    const before = override !== undefined && !this.#begun.has(begun) ? undefined : counters[index];
    this.#begun.add(begun);
    const value = before === undefined ? (override ?? levelOf(index)?.start ?? 0) : before + 1;
    counters[index] = value;
    for (let at = index + 1; at < counters.length; at += 1) {
      const restart = levelOf(at)?.restart ?? at;
      if (restart !== 0 && index < restart) counters[at] = undefined;
    }
    return value;
  }

  /** Follows the styles in which a list is defined. */
  #findAbstract(numId: string): AbstractList | undefined {
    const seen = new Set<string>();
    for (let id: string | undefined = numId; id !== undefined && !seen.has(id); ) {
      seen.add(id);
      const abstract = this.#abstracts.get(this.#lists.get(id)?.abstractId ?? '');
      if (abstract?.link === undefined) return abstract;
      id = this.#styles(abstract.link)?.numId;
    }
    return undefined;
  }
}

function readLevels(elements: readonly XmlElement[]): Map<number, Level> {
  const levels = new Map<number, Level>();
  for (const element of elements) {
    const restart = valOf(element, 'w:lvlRestart');
    levels.set(Number(xmlAttribute(element, 'ilvl') ?? 0), {
      start: Number(valOf(element, 'w:start') ?? 0),
      format: valOf(element, 'w:numFmt') ?? 'decimal',
      text: valOf(element, 'w:lvlText') ?? '%1',
      restart: restart === undefined ? undefined : Number(restart),
      styleId: valOf(element, 'w:pStyle'),
    });
  }
  return levels;
}

function levelOfStyle({ levels }: AbstractList, style: DocxStyle | undefined): number | undefined {
  if (!style) return undefined;
  for (const id of style.ids) for (const [index, { styleId }] of levels) if (styleId === id) return index;
  return undefined;
}
