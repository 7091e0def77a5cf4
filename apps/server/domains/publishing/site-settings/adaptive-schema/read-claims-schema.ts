import { type ErrorDetail, invalidFields } from '../../../../platform/http/errors.ts';
import { type ClaimSchema, type ClaimsSchema, UNSIGNED } from './claim-schema.ts';

const MAX_CLAIMS = 200;
const MAX_DEPTH = 5;
const MAX_VALUES = 100;
const MAX_NAME = 64;
const MAX_VALUE = 128;
const MAX_DESCRIPTION = 1024;
const DIALECT = 'http://json-schema.org/draft-07/schema#';
/** The client knows no other. */
const UNSIGNED_DESCRIPTION = 'Unsigned claims of the site visitor.';

type Fields = Record<string, unknown>;

interface Reading {
  problems: ErrorDetail[];
  claims: number;
}

/**
 * Reads the schema that a caller sends. Throws a 400 with the place of everything that is not part of the subset. A
 * missing description is empty, and `additionalProperties` is false also if it is missing.
 */
export function readClaimsSchema(sent: unknown): ClaimsSchema {
  const reading: Reading = { problems: [], claims: 0 };
  const schema = readRoot(sent, reading);
  if (reading.claims > MAX_CLAIMS) refuse(reading, 'jsonSchema', `has more than ${MAX_CLAIMS} claims`);
  if (reading.problems.length > 0) throw invalidFields(reading.problems);
  return schema;
}

function readRoot(sent: unknown, reading: Reading): ClaimsSchema {
  const path = 'jsonSchema';
  const fields = readFields(sent, path, reading, ['$schema', 'type', 'properties', 'additionalProperties']);
  if (fields.type !== 'object') refuse(reading, `${path}.type`, 'must be “object”');
  if (fields.$schema !== undefined && fields.$schema !== DIALECT)
    refuse(reading, `${path}.$schema`, `must be ${DIALECT}`);
  return {
    ...(fields.$schema === undefined ? {} : { $schema: DIALECT }),
    type: 'object',
    properties: readProperties(fields, { path, depth: 1 }, reading),
    additionalProperties: false,
  };
}

interface SchemaPosition {
  path: string;
  depth: number;
}

function readProperties(
  fields: Fields,
  { path, depth }: SchemaPosition,
  reading: Reading,
): Record<string, ClaimSchema> {
  if (fields.additionalProperties !== undefined && fields.additionalProperties !== false)
    refuse(reading, `${path}.additionalProperties`, 'must be false');
  if (depth > MAX_DEPTH) {
    refuse(reading, path, `is nested more than ${MAX_DEPTH} deep`);
    return {};
  }
  const properties = readObject(fields.properties, `${path}.properties`, reading);
  return Object.fromEntries(
    Object.entries(properties).map(([name, sent]) => {
      const place = { path: `${path}.properties.${name}`, depth: depth + 1 };
      if (name === '' || name.length > MAX_NAME || name === '__proto__')
        refuse(reading, place.path, `is not the name of a claim: 1 to ${MAX_NAME} characters`);
      const claim = readClaim(sent, place, reading);
      return [name, depth === 1 && name === UNSIGNED ? readUnsigned(claim, place, reading) : claim];
    }),
  );
}

function readUnsigned(claim: ClaimSchema, { path }: SchemaPosition, reading: Reading): ClaimSchema {
  if (claim.type !== 'object')
    refuse(reading, `${path}.type`, 'must be “object”: it contains the unsigned claims');
  return { ...claim, description: UNSIGNED_DESCRIPTION };
}

function readClaim(sent: unknown, place: SchemaPosition, reading: Reading): ClaimSchema {
  const { path } = place;
  reading.claims += 1;
  // Claims beyond the limit are not read: a refusal needs only the first of them.
  if (reading.claims > MAX_CLAIMS) return { type: 'boolean', description: '' };
  const { type } = readObject(sent, path, reading);
  switch (type) {
    case 'boolean':
    case 'number':
      return { type, description: readDescription(readFields(sent, path, reading, []), path, reading) };
    case 'string': {
      const fields = readFields(sent, path, reading, ['enum']);
      const description = readDescription(fields, path, reading);
      if (fields.enum === undefined) return { type, description };
      return { type, enum: readValues(fields.enum, `${path}.enum`, reading), description };
    }
    case 'array': {
      const fields = readFields(sent, path, reading, ['items']);
      const description = readDescription(fields, path, reading);
      const items = readClaim(fields.items, { ...place, path: `${path}.items` }, reading);
      if (items.type === 'array' || items.type === 'object')
        refuse(reading, `${path}.items.type`, 'must be “boolean”, “string” or “number”');
      return { type, description, items };
    }
    case 'object': {
      const fields = readFields(sent, path, reading, ['properties', 'additionalProperties']);
      const description = readDescription(fields, path, reading);
      return {
        type,
        description,
        properties: readProperties(fields, place, reading),
        additionalProperties: false,
      };
    }
    default:
      refuse(reading, `${path}.type`, 'must be “boolean”, “string”, “number”, “array” or “object”');
      return { type: 'boolean', description: '' };
  }
}

function readValues(sent: unknown, path: string, reading: Reading): string[] {
  const isList = Array.isArray(sent) && sent.length > 0 && sent.length <= MAX_VALUES;
  const values: unknown[] = isList ? sent : [];
  if (!isList) refuse(reading, path, `must be a list of 1 to ${MAX_VALUES} strings`);
  const texts = values.filter(
    (value): value is string => typeof value === 'string' && value.length <= MAX_VALUE,
  );
  if (texts.length < values.length)
    refuse(reading, path, `must contain strings of at most ${MAX_VALUE} characters`);
  return [...new Set(texts)];
}

function readDescription({ description = '' }: Fields, path: string, reading: Reading): string {
  if (typeof description === 'string' && description.length <= MAX_DESCRIPTION) return description;
  refuse(reading, `${path}.description`, `must be a string of at most ${MAX_DESCRIPTION} characters`);
  return '';
}

/** The object at a place, which has these fields beside `type` and `description`. */
function readFields(sent: unknown, path: string, reading: Reading, known: readonly string[]): Fields {
  const fields = readObject(sent, path, reading);
  const strange = Object.keys(fields).find(
    (name) => name !== 'type' && name !== 'description' && !known.includes(name),
  );
  if (strange !== undefined)
    refuse(reading, `${path}.${strange}`, 'is not part of the schemas that describe claims');
  return fields;
}

function readObject(sent: unknown, path: string, reading: Reading): Fields {
  if (typeof sent === 'object' && sent !== null && !Array.isArray(sent)) return sent as Fields;
  refuse(reading, path, 'must be an object');
  return {};
}

function refuse({ problems }: Reading, path: string, message: string): void {
  problems.push({ path, message });
}
