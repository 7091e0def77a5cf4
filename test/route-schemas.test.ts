/**
 * Requests compile the schemas of their routes. Here all of them are compiled, so that none of them fails in a request.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import { Ajv } from 'ajv';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { explainPattern } from '../apps/server/platform/http/explain-pattern.ts';
import { writeOpenApiDocument } from './openapi-document.ts';

interface FoundRoute {
  instance: FastifyInstance;
  route: RouteOptions;
}

const routes: FoundRoute[] = [];
const initialized = 'fastify.initialization';

beforeAll(async () => {
  const watch = (message: unknown): void => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', function (route) {
      routes.push({ instance: this, route });
    });
  };
  subscribe(initialized, watch);
  await writeOpenApiDocument();
  unsubscribe(initialized, watch);
});

const PARTS = ['params', 'querystring', 'headers', 'body'] as const;

describe('the schemas of all routes', () => {
  test('of requests compile', () => {
    let compiled = 0;
    for (const { instance, route } of routes) {
      for (const httpPart of PARTS) {
        const schema = route.schema?.[httpPart] as object | undefined;
        if (!schema) continue;
        const [method, name] = [[route.method].flat()[0] as string, `${httpPart} of ${route.url}`];
        const validate = instance.validatorCompiler?.({ schema, method, url: route.url, httpPart });
        expect(() => validate?.({}), name).not.toThrow();
        expect(validate, name).toBeDefined();
        compiled += 1;
      }
    }
    expect(compiled).toBeGreaterThan(200);
  });

  test('are JSON Schema', () => {
    const ajv = new Ajv({ strict: false });
    const schemas = new Map<string, object>();
    for (const { instance, route } of routes) {
      for (const [id, shared] of Object.entries(instance.getSchemas())) schemas.set(id, shared as object);
      for (const part of PARTS) {
        const schema = route.schema?.[part] as object | undefined;
        if (schema) schemas.set(`${part} of ${[route.method].flat()[0]} ${route.url}`, schema);
      }
    }
    const invalid = [...schemas].flatMap(([name, schema]) =>
      ajv.validateSchema(schema) ? [] : [`${name}: ${ajv.errorsText()}`],
    );
    expect(invalid).toEqual([]);
    expect(schemas.size).toBeGreaterThan(500);
  });

  test('have a wording for each of their patterns', () => {
    const patterns = new Set(
      routes.flatMap(({ route }) => PARTS.flatMap((part) => listPatterns(route.schema?.[part]))),
    );
    expect(patterns.size).toBeGreaterThan(10);
    expect([...patterns].filter((pattern) => explainPattern(pattern) === undefined)).toEqual([]);
  });

  test('of responses compile', () => {
    const buildCompiler = SerializerSelector();
    let compiled = 0;
    for (const { instance, route } of routes) {
      const compile = buildCompiler(instance.getSchemas(), {});
      const responses = Object.entries((route.schema?.response ?? {}) as Record<string, Answer>);
      for (const [httpStatus, { content, ...schema }] of responses) {
        for (const one of content ? Object.values(content).map((of) => of.schema) : [schema]) {
          const call = () =>
            compile({ schema: one, method: [route.method].flat()[0] as string, url: route.url, httpStatus });
          expect(call, `${httpStatus} of ${route.url}`).not.toThrow();
          compiled += 1;
        }
      }
    }
    expect(compiled).toBeGreaterThan(200);
  });
});

function listPatterns(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'pattern' in schema && typeof schema.pattern === 'string' ? [schema.pattern] : [];
  return [...own, ...Object.values(schema).flatMap(listPatterns)];
}

type Answer = Record<string, unknown> & { content?: Record<string, { schema: object }> };
