import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { ClientVersion } from '../../../test/oracle.ts';
import type { Block, Inline } from '../src/document.ts';

/** The places where documents of the dialect deviate from the client's document schemas. */

interface Schema {
  $ref?: string;
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  enum?: string[];
  properties?: Record<string, Schema>;
}

const PACKAGES: Record<ClientVersion, string> = { '0.202.0': '@gitbook/api', '0.143.2': 'gitbook-api-0.143' };
const loaded = new Map<ClientVersion, Record<string, Schema>>();

function schemasOf(version: ClientVersion): Record<string, Schema> {
  let schemas = loaded.get(version);
  if (!schemas) {
    const path = new URL(`../../../node_modules/${PACKAGES[version]}/spec/openapi.json`, import.meta.url);
    schemas = (JSON.parse(readFileSync(path, 'utf8')) as { components: { schemas: Record<string, Schema> } })
      .components.schemas;
    loaded.set(version, schemas);
  }
  return schemas;
}

const names = new Map<ClientVersion, Map<string, string>>();

/** The name of the schema of a kind of node; undefined when a version does not know the kind. */
export function schemaNameOf(version: ClientVersion, type: string): string | undefined {
  let known = names.get(version);
  if (!known) {
    known = new Map();
    for (const [name, { properties }] of Object.entries(schemasOf(version)))
      if (/^Document(?:Block|Inline)/.test(name))
        for (const kind of properties?.type?.enum ?? []) known.set(kind, name);
    names.set(version, known);
  }
  return known.get(type);
}

function kindsOf(version: ClientVersion, schema: Schema | undefined): string[] {
  if (!schema) return [];
  if (schema.$ref) return kindsOf(version, schemasOf(version)[schema.$ref.split('/').pop()!]);
  const variants = schema.oneOf ?? schema.allOf;
  if (variants) return variants.flatMap((variant) => kindsOf(version, variant));
  return schema.properties?.object?.enum?.[0] === 'text' ? ['text'] : (schema.properties?.type?.enum ?? []);
}

const allowedKinds = new Map<string, Set<string>>();

function allowedIn(version: ClientVersion, type: string, schema: Schema | undefined): Set<string> {
  const id = `${version} ${type}`;
  let allowed = allowedKinds.get(id);
  if (!allowed) {
    allowed = new Set(kindsOf(version, schema?.properties?.nodes?.items));
    allowedKinds.set(id, allowed);
  }
  return allowed;
}

/** All deviations in a node and below it. */
export function deviationsOf(version: ClientVersion, node: Block | Inline): string[] {
  const name = schemaNameOf(version, node.type);
  const schema = name === undefined ? undefined : schemasOf(version)[name];
  const deviations: string[] = schema ? [] : [node.type];
  // The schema demands that a button's data have fields beside `ref` and that it have none.
  if (node.type === 'button' && version === '0.202.0') deviations.push('button');
  if (node.type === 'button' && version === '0.143.2' && node.data.action) deviations.push('action button');
  if (node.type === 'expandable' && version === '0.143.2' && node.data.defaultExpanded)
    deviations.push('expandable that is open');
  const allowed = allowedIn(version, node.type, schema);
  for (const child of node.nodes ?? []) {
    const kind = child.object === 'text' ? 'text' : child.type;
    if (
      schema &&
      !allowed.has(kind) &&
      !(child.object !== 'text' && schemaNameOf(version, kind) === undefined)
    )
      deviations.push(`${node.type} > ${kind}`);
    if (child.object !== 'text') deviations.push(...deviationsOf(version, child));
  }
  for (const part of node.fragments ?? [])
    for (const child of part.nodes) deviations.push(...deviationsOf(version, child));
  return deviations;
}

const validators = new Map<string, ValidateFunction>();
const compilers = new Map<ClientVersion, Ajv>();

/** The first thing that a version's schema of this name finds wrong with a value: fast, for thousands of nodes. */
export function violationOf(version: ClientVersion, name: string, value: unknown): string | undefined {
  const id = `${version} ${name}`;
  let validate = validators.get(id);
  if (!validate) {
    let ajv = compilers.get(version);
    if (!ajv) {
      ajv = new Ajv({ strict: false, logger: false });
      addFormats.default(ajv);
      const schemas = JSON.parse(
        JSON.stringify(schemasOf(version)).replaceAll('"oneOf":', '"anyOf":'),
      ) as object;
      ajv.addSchema({ $id: 'client', components: { schemas } });
      compilers.set(version, ajv);
    }
    validate = ajv.compile({ $ref: `client#/components/schemas/${name}` });
    validators.set(id, validate);
  }
  if (validate(value)) return undefined;
  const [error] = validate.errors!;
  return `${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`;
}
