import type { OpenApiBlock } from '@lectern/markdown/document';
import type { ChangedNames, NamedOperation } from './changed-names.ts';
import { cutExcerpt } from './cut-excerpt.ts';
import { findMethod } from './find-method.ts';
import { findPaths } from './find-paths.ts';
import { KnownPaths, shapeOf } from './known-paths.ts';
import type { Passage, PassageSection } from './passages.ts';
import { isIdentifier, NameFinder } from './words.ts';

type MentionKind = 'block' | 'link' | 'code' | 'prose';

/** A place of a document that names something that changed. */
export interface Mention {
  kind: MentionKind;
  anchor?: string;
  /** The title of the section. */
  title: string;
  /** The text around it. */
  excerpt: string;
  /** The named part of the spec, as the change names it. */
  name: string;
  /** The positions of the changes. */
  changes: number[];
}

/** The spec that was changed. */
export interface MentionedSpec {
  slug: string;
  sourceUrl: string | null;
}

/** The maximum number of mentions on one page: more than anybody would go through one by one. */
const MAX_MENTIONS = 200;
/**
 * A page that names more paths of a spec is not about a single one: field names then count only near their operation.
 */
const MAX_PATHS_OF_SUBJECT = 3;

type Named = { name: string; operation: number };

/** Finds mentions of changed parts of a spec in documents; prepared once for many documents. */
export class MentionFinder {
  readonly #names: ChangedNames;
  readonly #spec: MentionedSpec;
  readonly #paths: KnownPaths;
  /** Positions of operations and webhooks. */
  readonly #byShape = new Map<string, number[]>();
  readonly #ids: NameFinder<Named>;
  readonly #schemas: NameFinder<ChangedNames['schemas'][number]>;
  readonly #fields: NameFinder<ChangedNames['fields'][number]>;
  readonly #documentation: ReadonlySet<number>;

  constructor(names: ChangedNames, spec: MentionedSpec) {
    this.#names = names;
    this.#spec = spec;
    this.#paths = new KnownPaths(names);
    const ids: Named[] = [];
    for (const [position, { kind, path, ids: own }] of names.operations.entries()) {
      // An id such as `list` has many other meanings.
      for (const name of own) if (isSpecific(name)) ids.push({ name, operation: position });
      const key = keyOf(kind, path);
      (this.#byShape.get(key) ?? this.#byShape.set(key, []).get(key))?.push(position);
    }
    this.#ids = new NameFinder(ids);
    this.#schemas = new NameFinder(names.schemas);
    this.#fields = new NameFinder(names.fields);
    this.#documentation = new Set(names.documentation);
  }

  find(passages: readonly Passage[]): { mentions: Mention[]; isComplete: boolean } {
    const scope = new Scope();
    const subjects = passages.map((passage) => this.#findSubjects(passage, scope));
    const schemas = passages.map((passage) => [...this.#findSchemas(passage, scope)]);
    const mentions: Mention[] = [];
    for (const [n, passage] of passages.entries()) {
      const named = [...(subjects[n] as Mention[]), ...(schemas[n] as Mention[])];
      const all = [...named, ...this.#findFields(passage, scope)];
      for (const mention of all) {
        if (mentions.length === MAX_MENTIONS) return { mentions, isComplete: false };
        mentions.push(mention);
      }
    }
    return { mentions, isComplete: true };
  }

  /** Finds operations and servers, whose names are unambiguous anywhere, and changes in what blocks show. */
  #findSubjects(passage: Passage, scope: Scope): Mention[] {
    if (passage.kind === 'block') return this.#findInBlock(passage.block, passage.section, scope);
    const mentions = new Map<string, Mention>();
    const add = (name: string, changes: readonly number[], index: number): void => {
      const real = changes.filter((position) => !this.#documentation.has(position));
      if (real.length > 0 && !mentions.has(name))
        mentions.set(name, toMention(passage, { name, changes: real, index }));
    };
    for (const { operation, index } of this.#findOperations(passage, scope)) {
      scope.addOperation(passage.section, operation);
      const named = this.#names.operations[operation] as NamedOperation;
      add(nameOf(named), named.changes, index);
    }
    for (const { name, changes } of this.#names.servers) {
      const index = name.length > 3 ? passage.text.indexOf(name) : -1;
      if (index >= 0) add(name, changes, index);
    }
    return [...mentions.values()];
  }

  /**
   * Finds schemas and security schemes. Many programs have a `User` and an `api_key`: such names count only on pages
   * that are about the spec.
   */
  *#findSchemas(passage: Passage, scope: Scope): Generator<Mention> {
    if (passage.kind === 'block' || passage.kind === 'link') return;
    for (const { named, index } of findNames(this.#schemas, passage)) {
      if (!scope.isAboutSpec && !(named.isSchema && isIdentifier(named.name))) continue;
      scope.addSchema(passage.section, named.name);
      const changes = named.changes.filter((position) => !this.#documentation.has(position));
      if (changes.length > 0) yield toMention(passage, { name: named.name, changes, index });
    }
  }

  *#findOperations(
    passage: Exclude<Passage, { kind: 'block' }>,
    scope: Scope,
  ): Generator<{ operation: number; index: number }> {
    const { kind } = passage;
    const text = kind === 'link' ? decode(passage.text) : passage.text;
    for (const path of findPaths(text)) {
      if (kind === 'link' && !this.#mayCall(path.host)) continue;
      const found = this.#paths.find({ ...path, isCall: kind !== 'prose' });
      if (!found || (found.isVague && findMethod(text, path.start, false) === undefined)) continue;
      const { shape } = found;
      scope.addPath(shape);
      const method = kind === 'link' ? undefined : findMethod(text, path.start, kind === 'code');
      for (const operation of this.#byShape.get(`operation ${shape}`) ?? [])
        if (method === undefined || this.#names.operations[operation]?.method.toLowerCase() === method)
          yield { operation, index: path.start };
    }
    if (this.#ids.size === 0) return;
    const ids = kind === 'link' ? this.#ids.findInCode(text) : findNames(this.#ids, passage);
    for (const { named, index } of ids) yield { operation: named.operation, index };
  }

  /**
   * Whether a link may lead to a server of the spec. A link to another site is not a call, even if its path matches.
   */
  #mayCall(host: string | undefined): boolean {
    const { hosts } = this.#names;
    return host !== undefined && (hosts.length === 0 || hosts.includes(host));
  }

  #findInBlock(block: OpenApiBlock, section: PassageSection, scope: Scope): Mention[] {
    if (!this.#isOfSpec(block)) return [];
    const passage = { kind: 'block' as const, section, block };
    if (block.type === 'openapi-schemas') {
      const wanted = new Set(block.data.schemas);
      const found = this.#names.schemas.filter(({ name }) => wanted.has(name));
      scope.isAboutSpec = true;
      for (const name of wanted) scope.addSchema(section, name);
      return found.map(({ name, changes }) => toMention(passage, { name, changes, index: 0 }));
    }
    const path = block.type === 'openapi-webhook' ? block.data.name : block.data.path;
    const kind = block.type === 'openapi-webhook' ? 'webhook' : 'operation';
    if (kind === 'operation') scope.addPath(shapeOf(path));
    const mentions: Mention[] = [];
    for (const position of this.#byShape.get(keyOf(kind, path)) ?? []) {
      const named = this.#names.operations[position] as NamedOperation;
      if (named.method.toLowerCase() !== block.data.method.toLowerCase()) continue;
      scope.addOperation(section, position);
      mentions.push(toMention(passage, { name: nameOf(named), changes: named.changes, index: 0 }));
    }
    return mentions;
  }

  #isOfSpec(block: OpenApiBlock): boolean {
    if (block.type !== 'swagger') return block.data.ref.spec === this.#spec.slug;
    return block.data.ref.kind === 'url' && block.data.ref.url === this.#spec.sourceUrl;
  }

  /** Finds fields and values. They count only where their operation or schema is named, too. */
  *#findFields(passage: Passage, scope: Scope): Generator<Mention> {
    if (passage.kind === 'block' || passage.kind === 'link' || this.#fields.size === 0) return;
    for (const { named, index } of findNames(this.#fields, passage)) {
      const changes = named.changes
        .filter(({ operation, schema }) => scope.has(passage.section, operation, schema))
        .map(({ position }) => position);
      if (changes.length > 0) yield toMention(passage, { name: named.name, changes, index });
    }
  }
}

/** The operations and schemas that the sections of a page are about. */
class Scope {
  readonly #paths = new Set<string>();
  readonly #sections = new Map<string, Set<PassageSection>>();

  /** Whether the page names an operation of the spec, or shows a part of it. */
  isAboutSpec = false;

  addPath(shape: string): void {
    this.#paths.add(shape);
    this.isAboutSpec = true;
  }

  addOperation(section: PassageSection, operation: number): void {
    this.#add(section, `operation ${operation}`);
    this.isAboutSpec = true;
  }

  addSchema(section: PassageSection, schema: string): void {
    this.#add(section, `schema ${schema}`);
  }

  #add(section: PassageSection, key: string): void {
    this.#sections.set(key, (this.#sections.get(key) ?? new Set()).add(section));
  }

  /**
   * Whether a section or one above it names the operation or the schema. On a page about few operations, any section
   * counts.
   */
  has(section: PassageSection, operation: number | undefined, schema: string | undefined): boolean {
    const isOfPage = this.#paths.size <= MAX_PATHS_OF_SUBJECT;
    return [`operation ${operation}`, `schema ${schema}`].some((key) => {
      const named = this.#sections.get(key);
      if (!named) return false;
      for (let one: PassageSection | undefined = section; one; one = one.parent)
        if (named.has(one)) return true;
      return isOfPage;
    });
  }
}

function findNames<One extends { name: string }>(
  finder: NameFinder<One>,
  passage: Exclude<Passage, { kind: 'block' }>,
): Iterable<{ named: One; index: number }> {
  return passage.kind === 'prose' ? finder.findInProse(passage) : finder.findInCode(passage.text);
}

const isSpecific = (name: string): boolean => isIdentifier(name) || /\p{L}[.:/]\p{L}/u.test(name);

const keyOf = (kind: NamedOperation['kind'], path: string): string => `${kind} ${shapeOf(path)}`;

const nameOf = ({ method, path }: NamedOperation): string => `${method.toUpperCase()} ${path}`;

function toMention(
  passage: Passage,
  { name, changes, index }: { name: string; changes: number[]; index: number },
): Mention {
  const { kind, section } = passage;
  return {
    kind,
    ...(section.anchor === undefined ? {} : { anchor: section.anchor }),
    title: section.title,
    excerpt: kind === 'block' ? name : cutExcerpt(passage.text, index),
    name,
    changes,
  };
}

/** A target as people read it. */
function decode(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
