import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

const CLIENTS = ['@gitbook/api', 'gitbook-api-0.143'];

type Json = Record<string, unknown>;

/**
 * What the public client's schemas of a name find wrong with a value, in both versions of the client that
 * count. Empty: nothing. Only the relaxations that are settled are made: `oneOf` is read as `anyOf`.
 */
export function violationsOfClientSchema(name: string, value: unknown): string[] {
  return CLIENTS.flatMap((client) => {
    const ajv = oracle(client);
    const validate = ajv.getSchema(`client#/components/schemas/${name}`);
    if (!validate) return [];
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${client} ${instancePath} ${message}`);
  });
}

const oracles = new Map<string, Ajv>();

function oracle(client: string): Ajv {
  let ajv = oracles.get(client);
  if (!ajv) {
    const path = new URL(`../node_modules/${client}/spec/openapi.json`, import.meta.url);
    const source = readFileSync(path, 'utf8');
    const { components } = JSON.parse(source.replaceAll('"oneOf":', '"anyOf":'), readNullable) as Json;
    ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'client', components } as Json);
    oracles.set(client, ajv);
  }
  return ajv;
}

/** The older version says `nullable` beside a `$ref`, which JSON Schema has no word for. */
function readNullable(_key: string, value: unknown): unknown {
  const schema = value as { $ref?: unknown; nullable?: unknown } | null;
  return schema?.nullable === true && typeof schema.$ref === 'string'
    ? { anyOf: [{ $ref: schema.$ref }, { type: 'null' }] }
    : value;
}
