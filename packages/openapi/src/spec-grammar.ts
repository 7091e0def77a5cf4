import { LongNumber } from './numbers/long-number.ts';
import { DEFINITIONS, LISTED_SCHEMAS, NAMED_SCHEMAS, SINGLE_SCHEMAS } from './schema-keywords.ts';

/**
 * The parts of a spec that can be references, for all versions. `$ref` is a reference only where the specification
 * allows one; in examples, defaults and extensions it is data.
 */
export type ReferableKind =
  | 'pathItem'
  | 'schema'
  | 'parameter'
  | 'response'
  | 'requestBody'
  | 'header'
  | 'example'
  | 'link'
  | 'callback'
  | 'securityScheme'
  | 'mediaType';

/** `about`: what has no parts of its own and refers to nothing, such as a tag or external docs. */
type Kind = ReferableKind | 'root' | 'components' | 'operation' | 'encoding' | 'server' | 'about';

interface Step {
  kind: Kind;
  /** The value itself, the values of a map, or the items of a list. */
  of: 'one' | 'each';
}

const one = (kind: Kind): Step => ({ kind, of: 'one' });
const each = (kind: Kind): Step => ({ kind, of: 'each' });
const all = (names: string, step: Step): Record<string, Step> =>
  Object.fromEntries(names.split(' ').map((name) => [name, step]));

const CONTENT = { content: each('mediaType'), schema: one('schema'), examples: each('example') };

const ENCODINGS = { ...all('encoding prefixEncoding', each('encoding')), itemEncoding: one('encoding') };

/** Version 2.0 has some lists at its root that later versions have in the components. */
const GRAMMAR: Record<Kind, Record<string, Step>> = {
  root: {
    ...all('paths webhooks', each('pathItem')),
    servers: each('server'),
    tags: each('about'),
    externalDocs: one('about'),
    components: one('components'),
    definitions: each('schema'),
    securityDefinitions: each('securityScheme'),
    parameters: each('parameter'),
    responses: each('response'),
  },
  components: {
    schemas: each('schema'),
    parameters: each('parameter'),
    responses: each('response'),
    requestBodies: each('requestBody'),
    headers: each('header'),
    examples: each('example'),
    links: each('link'),
    callbacks: each('callback'),
    securitySchemes: each('securityScheme'),
    pathItems: each('pathItem'),
    mediaTypes: each('mediaType'),
  },
  pathItem: {
    ...all('get put post delete options head patch trace query', one('operation')),
    additionalOperations: each('operation'),
    parameters: each('parameter'),
    servers: each('server'),
  },
  operation: {
    parameters: each('parameter'),
    requestBody: one('requestBody'),
    responses: each('response'),
    callbacks: each('callback'),
    servers: each('server'),
    externalDocs: one('about'),
    ...all('x-codeSamples x-code-samples', each('about')),
  },
  parameter: CONTENT,
  header: CONTENT,
  requestBody: { content: each('mediaType') },
  response: { ...CONTENT, headers: each('header'), links: each('link') },
  mediaType: {
    ...all('schema itemSchema', one('schema')),
    examples: each('example'),
    ...ENCODINGS,
  },
  encoding: { headers: each('header'), ...ENCODINGS },
  schema: {
    ...all([...NAMED_SCHEMAS, ...DEFINITIONS, ...LISTED_SCHEMAS].join(' '), each('schema')),
    ...all(SINGLE_SCHEMAS.join(' '), one('schema')),
    externalDocs: one('about'),
  },
  example: {},
  link: { server: one('server') },
  callback: {},
  securityScheme: { flows: each('about') },
  server: {},
  about: {},
};

/** Maps, because names from outside are looked up: objects have inherited names as well. */
const STEPS = new Map(
  Object.entries(GRAMMAR).map(([kind, steps]) => [kind as Kind, new Map(Object.entries(steps))]),
);
const PATH_ITEM = one('pathItem');

const SCHEMA_KEYWORDS = new Set([
  ...Object.keys(GRAMMAR.schema).filter((name) => name !== 'externalDocs'),
  ...['$ref', '$dynamicRef', '$recursiveRef', '$id', '$anchor', '$dynamicAnchor'],
]);

/** Whether a name is a keyword that only schemas have, apart from `$ref`. */
export const isSchemaKeyword = (name: string): boolean => SCHEMA_KEYWORDS.has(name);

const REFERABLE = new Set<Kind>([
  ...(Object.keys(GRAMMAR) as Kind[]).filter(
    (kind) => !['root', 'components', 'operation', 'encoding', 'server', 'about'].includes(kind),
  ),
]);

export interface Reference {
  kind: ReferableKind;
  ref: string;
  /** The object with `$ref`. */
  holder: Record<string, unknown>;
  part: SpecPart;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LongNumber);

/** A part of a spec, and where it is. */
export interface SpecPart {
  kind: Kind;
  value: Record<string, unknown>;
  /** The part that contains it. */
  parent: Record<string, unknown>;
  holder: Record<string, unknown> | unknown[];
  key: string;
  /** Where the part is that contains it; undefined for the whole. */
  within: SpecPart | undefined;
  /** The key of the list or map that contains it; undefined for a part by itself. */
  list: string | undefined;
}

/** The path of a part from the root: few parts need theirs. */
export function pathOf(part: SpecPart): string[] {
  const path: string[] = [];
  for (let place = part; place.within; place = place.within) {
    path.push(place.key);
    if (place.list !== undefined) path.push(place.list);
  }
  return path.reverse();
}

/**
 * Yields every reference of a spec, or of a part of one. Values that the caller puts into the holder are visited, too.
 */
export function* walkReferences(root: unknown, kind: Kind = 'root'): Generator<Reference> {
  for (const part of listParts(root, kind)) {
    const { $ref } = part.value;
    if (typeof $ref === 'string' && REFERABLE.has(part.kind))
      yield { kind: part.kind as ReferableKind, ref: $ref, holder: part.value, part };
  }
}

/** Yields every part of a spec, beginning with the whole. What the caller changes within a part is visited as it is then. */
export function* listParts(root: unknown, kind: Kind = 'root'): Generator<SpecPart> {
  if (!isObject(root)) return;
  const whole = { value: root, kind, parent: {}, holder: [], key: '', within: undefined, list: undefined };
  const open: SpecPart[] = [whole];
  for (let part = open.pop(); part; part = open.pop()) {
    yield part;
    const { value: parent, kind: outer } = part;
    const steps = STEPS.get(outer);
    for (const key of Object.keys(parent)) {
      const child = parent[key];
      if (typeof child !== 'object' || child === null) continue;
      const step = outer === 'callback' && key !== '$ref' ? PATH_ITEM : steps?.get(key);
      if (!step) continue;
      if (step.of === 'one' && !Array.isArray(child)) {
        if (isObject(child))
          open.push({
            value: child,
            kind: step.kind,
            parent,
            holder: parent,
            key,
            within: part,
            list: undefined,
          });
        continue;
      }
      // `items` may be a list in old schemas.
      const holder = child as Record<string, unknown>;
      for (const name of Object.keys(holder)) {
        const value = holder[name];
        if (isObject(value))
          open.push({ value, kind: step.kind, parent, holder, key: name, within: part, list: key });
      }
    }
  }
}
