import { LongNumber } from './numbers/long-number.ts';

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

/** Version 2.0 has some lists at its root that later versions have in the components. */
const STEPS: Record<Kind, Record<string, Step>> = {
  root: {
    ...all('paths webhooks', each('pathItem')),
    servers: each('server'),
    tags: each('about'),
    externalDocs: one('about'),
    components: one('components'),
    definitions: each('schema'),
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
    encoding: each('encoding'),
  },
  encoding: { headers: each('header') },
  schema: {
    ...all('properties patternProperties dependentSchemas definitions $defs', each('schema')),
    ...all('allOf anyOf oneOf prefixItems', each('schema')),
    ...all('items additionalProperties not if then else contains propertyNames', one('schema')),
    ...all('unevaluatedItems unevaluatedProperties contentSchema', one('schema')),
    externalDocs: one('about'),
  },
  example: {},
  link: {},
  callback: {},
  securityScheme: { flows: each('about') },
  server: {},
  about: {},
};

const REFERABLE = new Set<Kind>([
  ...(Object.keys(STEPS) as Kind[]).filter(
    (kind) => !['root', 'components', 'operation', 'encoding', 'server', 'about'].includes(kind),
  ),
]);

export interface Reference {
  kind: ReferableKind;
  ref: string;
  /** The object with `$ref`. */
  holder: Record<string, unknown>;
  path: readonly string[];
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LongNumber);

/** A part of a spec, and where it is. */
interface SpecPart {
  kind: Kind;
  value: Record<string, unknown>;
  /** The part that contains it. */
  parent: Record<string, unknown>;
  holder: Record<string, unknown> | unknown[];
  key: string;
  path: readonly string[];
}

/**
 * Yields every reference of a spec, or of a part of one. Values that the caller puts into the holder are visited, too.
 */
export function* walkReferences(root: unknown, kind: Kind = 'root'): Generator<Reference> {
  for (const { value, path, kind: found } of listParts(root, kind))
    if (typeof value.$ref === 'string' && REFERABLE.has(found))
      yield { kind: found as ReferableKind, ref: value.$ref, holder: value, path };
}

/** Yields every part of a spec, beginning with the whole. What the caller changes within a part is visited as it is then. */
export function* listParts(root: unknown, kind: Kind = 'root'): Generator<SpecPart> {
  if (!isObject(root)) return;
  const open: SpecPart[] = [{ value: root, kind, parent: {}, holder: [], key: '', path: [] }];
  for (let part = open.pop(); part; part = open.pop()) {
    yield part;
    const { value, path } = part;
    const steps = STEPS[part.kind];
    const add = (child: unknown, step: Step, place: Pick<SpecPart, 'holder' | 'key' | 'path'>): void => {
      if (isObject(child)) open.push({ value: child, kind: step.kind, parent: value, ...place });
    };
    for (const [key, child] of Object.entries(value)) {
      const step = part.kind === 'callback' && key !== '$ref' ? one('pathItem') : steps[key];
      if (!step || typeof child !== 'object' || child === null) continue;
      if (step.of === 'one' && !Array.isArray(child))
        add(child, step, { holder: value, key, path: [...path, key] });
      // `items` may be a list in old schemas.
      else
        for (const [name, item] of Object.entries(child))
          add(item, step, { holder: child as SpecPart['holder'], key: name, path: [...path, key, name] });
    }
  }
}
