/** Every keyword of OpenAPI 3.0 to 3.2 and of JSON Schema is on the page and in its Markdown, or on a list with the reason. */
// biome-ignore-all lint/suspicious/noThenProperty: A keyword of schemas.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Json } from '@lectern/openapi/resolve';
import { expect, test } from 'vitest';
import { showSpec } from '../../../test/show-variants.ts';

/** The fixed fields of each object of the specification, of all versions. */
const OBJECTS: Record<string, string> = {
  OpenAPI:
    'openapi $self info jsonSchemaDialect servers paths webhooks components security tags externalDocs',
  Info: 'title summary description termsOfService contact license version',
  Contact: 'name url email',
  License: 'name identifier url',
  Server: 'url description name variables',
  'Server Variable': 'enum default description',
  Components:
    'schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems mediaTypes',
  'Path Item':
    '$ref summary description get put post delete options head patch trace query additionalOperations servers parameters',
  Operation:
    'tags summary description externalDocs operationId parameters requestBody responses callbacks deprecated security servers',
  'External Documentation': 'description url',
  Parameter:
    'name in description required deprecated allowEmptyValue example examples style explode allowReserved schema content',
  'Request Body': 'description content required',
  'Media Type': 'schema itemSchema example examples encoding prefixEncoding itemEncoding',
  Encoding: 'contentType headers encoding prefixEncoding itemEncoding style explode allowReserved',
  Responses: 'default',
  Response: 'summary description headers content links',
  Example: 'summary description dataValue serializedValue externalValue value',
  Link: 'operationRef operationId parameters requestBody description server',
  Header: 'description required deprecated example examples style explode schema content',
  Tag: 'name summary description externalDocs parent kind',
  Reference: '$ref summary description',
  Schema: 'discriminator xml externalDocs example nullable',
  Discriminator: 'propertyName mapping defaultMapping',
  XML: 'nodeType name namespace prefix attribute wrapped',
  'Security Scheme':
    'type description name in scheme bearerFormat flows openIdConnectUrl oauth2MetadataUrl deprecated',
  'OAuth Flows': 'implicit password clientCredentials authorizationCode deviceAuthorization',
  'OAuth Flow': 'authorizationUrl deviceAuthorizationUrl tokenUrl refreshUrl scopes',
};

/** The vocabularies of JSON Schema 2020-12, as its own schemas list their keywords. */
const VOCABULARIES = [
  ...['core', 'applicator', 'unevaluated', 'validation'],
  ...['meta-data', 'format-annotation', 'content'],
].flatMap((name) => {
  const file = createRequire(import.meta.url).resolve(`ajv/dist/refs/json-schema-2020-12/meta/${name}.json`);
  const { properties } = JSON.parse(readFileSync(file, 'utf8')) as { properties: object };
  return Object.keys(properties).map((keyword) => `JSON Schema: ${keyword}`);
});

const KEYWORDS = [
  ...Object.entries(OBJECTS).flatMap(([object, names]) =>
    names.split(' ').map((name) => `${object}: ${name}`),
  ),
  ...VOCABULARIES,
];

/** Keywords that readers are not told of, each with the reason. */
const NOT_SHOWN: Record<string, string> = {
  'OpenAPI: openapi': 'It says how the spec is written, and nothing of the API.',
  'OpenAPI: $self': 'The address of the spec, by which its references are resolved.',
  'OpenAPI: jsonSchemaDialect': 'It says how schemas are written.',
  'JSON Schema: $schema': 'It says how the schema is written.',
  'JSON Schema: $vocabulary': 'It says how schemas are written.',
  'JSON Schema: $comment': 'For those who write the schema, not for those who read about the API.',
};

const text = { type: 'string' };
const json = (media: Json): Json => ({ 'application/json': media });
const field = (name: string, schema: Json): Json => ({ [name]: schema });
const object = (properties: Json, more: Json = {}): Json => ({ type: 'object', properties, ...more });
const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });
const operation = (summary: string): Json => ({ summary, responses: {} });

/** Each in a field of its own, so that nothing is said twice. */
const SCHEMAS: Json = {
  ...field('of-ref', ref('schemas', 'Shared')),
  ...field('of-anchor', { $ref: '#anchored' }),
  ...field('of-dynamic', { $dynamicRef: '#dynamic' }),
  ...field('of-id', { $ref: 'https://example.com/identified' }),
  ...field('of-defs', { $ref: '#/components/schemas/Shared/$defs/Inner' }),
  lists: {
    type: 'array',
    prefixItems: [object({ inPrefixItems: text })],
    items: object({ inItems: text }),
    contains: object({ inContains: text }),
    minItems: 101,
    maxItems: 102,
    uniqueItems: true,
    minContains: 103,
    maxContains: 104,
  },
  rest: { type: 'array', prefixItems: [text], unevaluatedItems: object({ inUnevaluatedItems: text }) },
  objects: object(
    { inProperties: text, required: text },
    {
      additionalProperties: object({ inAdditionalProperties: text }),
      patternProperties: { '^inPattern': object({ inPatternProperties: text }) },
      dependentSchemas: { inProperties: object({ inDependentSchemas: text }) },
      propertyNames: { pattern: '^inNames' },
      dependentRequired: { inDependentRequired: ['neededBeside'] },
      required: ['required'],
      minProperties: 105,
      maxProperties: 106,
    },
  ),
  open: object({}, { unevaluatedProperties: object({ inUnevaluatedProperties: text }) }),
  condition: {
    if: { properties: { inIf: { minimum: 107 } } },
    then: object({ inThen: text }),
    else: object({ inElse: text }),
  },
  all: { allOf: [object({ inAllOf: text })] },
  any: { anyOf: [object({ inAnyOf: text }), text] },
  one: { oneOf: [object({ inOneOf: text }), text] },
  not: { not: object({ inNot: text }) },
  numbers: {
    type: 'number',
    multipleOf: 108,
    maximum: 109,
    minimum: 110,
  },
  exclusive: { type: 'number', exclusiveMaximum: 111, exclusiveMinimum: 112 },
  texts: { type: 'string', maxLength: 113, minLength: 114, pattern: '^inOfTexts$', format: 'in-format' },
  constant: { const: 'inConst' },
  values: { enum: ['inEnum'] },
  notes: {
    title: 'In title',
    description: 'In description of schema.',
    default: 'inDefault',
    examples: ['inExamples'],
  },
  old: { type: 'string', deprecated: true },
  reading: { type: 'string', readOnly: true },
  writing: { type: 'string', writeOnly: true },
  content: {
    type: 'string',
    contentEncoding: 'in-encoding',
    contentMediaType: 'application/in-content',
    contentSchema: object({ inContentSchema: text }),
  },
  example: { type: 'string', example: 'inExample' },
  nullable: { type: 'boolean', nullable: true },
  documented: { externalDocs: { url: 'https://docs.example/in-schema' } },
  pet: ref('schemas', 'Pet'),
};

const XML: Json = object(
  {
    attribute: { type: 'string', example: 'inAttribute', xml: { attribute: true, name: 'attributeName' } },
    wrapped: {
      type: 'array',
      items: { ...text, example: 'inWrapped', xml: { name: 'wrappedItem' } },
      xml: { wrapped: true, name: 'wrappedList' },
    },
    node: { type: 'string', example: 'inNode', xml: { nodeType: 'attribute', name: 'nodeName' } },
  },
  { xml: { name: 'rootName', namespace: 'https://example.com/in-namespace', prefix: 'pre' } },
);

const SPEC: Json = {
  openapi: '3.2.0',
  $self: 'https://example.com/openapi.json',
  jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base',
  info: {
    title: 'Title of info',
    summary: 'Summary of info',
    description: 'Description of info',
    termsOfService: 'https://terms.example',
    contact: { name: 'Contact name', url: 'https://contact.example', email: 'mail@contact.example' },
    license: { name: 'License name', url: 'https://license.example' },
    version: 'version-of-info',
  },
  servers: [
    {
      url: 'https://{variable}.server.example',
      name: 'Server name',
      description: 'Description of server',
      variables: {
        variable: {
          default: 'var-default',
          enum: ['var-default', 'var-enum'],
          description: 'Description of variable',
        },
      },
    },
  ],
  tags: [
    {
      name: 'tag-name',
      summary: 'Summary of tag',
      description: 'Description of tag',
      parent: 'tag-parent',
      externalDocs: { url: 'https://docs.example/of-tag' },
    },
    { name: 'tag-parent', kind: 'nav' },
    { name: 'tag-label', kind: 'badge' },
  ],
  externalDocs: { url: 'https://docs.example/of-api', description: 'Docs of API' },
  security: [{ ofApi: [] }],
  paths: {
    '/things': {
      summary: 'Summary of path',
      description: 'Description of path',
      servers: [{ url: 'https://server-of-path.example' }],
      parameters: [{ name: 'parameterOfPath', in: 'query', schema: text }],
      ...Object.fromEntries(
        ['get', 'put', 'delete', 'options', 'head', 'patch', 'trace', 'query'].map((method) => [
          method,
          operation(`Operation of ${method}`),
        ]),
      ),
      additionalOperations: { COPY: operation('Operation of copy') },
      post: {
        tags: ['tag-name', 'tag-label'],
        summary: 'Summary of operation',
        description: 'Description of operation',
        operationId: 'idOfOperation',
        deprecated: true,
        externalDocs: { url: 'https://docs.example/of-operation', description: 'Docs of operation' },
        servers: [{ url: 'https://server-of-operation.example' }],
        security: [
          { ofOperation: [] },
          { apiKey: [] },
          { bearer: [] },
          { oauth: ['scope-name'] },
          { openId: [] },
        ],
        parameters: [
          {
            name: 'parameterName',
            in: 'query',
            description: 'Description of parameter',
            required: true,
            deprecated: true,
            allowEmptyValue: true,
            style: 'pipeDelimited',
            explode: false,
            allowReserved: true,
            example: 'exampleOfParameter',
            schema: { ...text, minLength: 121 },
          },
          { name: 'exploded', in: 'header', explode: true, schema: text },
          { name: 'named', in: 'header', schema: text, examples: { one: { value: 'exampleByName' } } },
          {
            name: 'written',
            in: 'cookie',
            content: { 'application/x-of-parameter': { schema: object({ inContentOfParameter: text }) } },
          },
          ref('parameters', 'Shared'),
        ],
        requestBody: {
          description: 'Description of body',
          required: true,
          content: {
            ...json({ schema: object(SCHEMAS), examples: { ofBody: ref('examples', 'Shared') } }),
            'application/xml': { schema: XML },
            'application/jsonl': { itemSchema: object({ inItemSchema: text }) },
            'application/x-example': { schema: text, example: 'exampleOfMediaType' },
            'application/x-examples': {
              schema: text,
              examples: {
                ofValue: {
                  summary: 'Summary of example',
                  description: 'Description of example',
                  value: 'valueOfExample',
                },
                ofData: { dataValue: 'dataOfExample' },
                ofText: { serializedValue: 'serializedOfExample' },
                ofFile: { externalValue: 'https://example.com/external' },
              },
            },
            'application/x-shared': ref('mediaTypes', 'Shared'),
            'multipart/form-data': {
              schema: object({ part: text }),
              encoding: {
                part: {
                  contentType: 'text/type-of-part',
                  style: 'spaceDelimited',
                  explode: false,
                  allowReserved: true,
                  headers: { 'Header-Of-Part': { schema: text } },
                  encoding: { inner: { contentType: 'text/in-field' } },
                },
                list: {
                  prefixEncoding: [{ contentType: 'text/in-first' }],
                  itemEncoding: { contentType: 'text/in-others' },
                },
              },
            },
            'multipart/mixed': {
              prefixEncoding: [{ contentType: 'text/first-part' }],
              itemEncoding: { contentType: 'text/other-part' },
            },
          },
        },
        responses: {
          200: {
            summary: 'Summary of response',
            description: 'Description of response',
            content: json({ schema: object({ inResponse: text }) }),
            headers: {
              'Header-Name': {
                description: 'Description of header',
                required: true,
                deprecated: true,
                explode: true,
                style: 'simple',
                example: 'exampleOfHeader',
                schema: { ...text, minLength: 122 },
              },
              'Header-Named': { schema: text, examples: { one: { value: 'namedOfHeader' } } },
              'Header-Written': { content: { 'application/x-of-header': { schema: text } } },
              'Header-Shared': ref('headers', 'Shared'),
            },
            links: {
              linkName: {
                operationId: 'idOfLink',
                description: 'Description of link',
                parameters: { parameterOfLink: '$response.body#/id' },
                requestBody: '$request.body#/of-link',
                server: { url: 'https://server-of-link.example' },
              },
              byReference: { operationRef: '#/paths/~1things/get' },
              shared: ref('links', 'Shared'),
            },
          },
          404: ref('responses', 'Shared'),
          default: { description: 'Description of default' },
        },
        callbacks: {
          callbackName: { '{$request.body#/url}': { post: operation('Operation of callback') } },
          shared: ref('callbacks', 'Shared'),
        },
      },
    },
    '/shared': ref('pathItems', 'Shared'),
    '/body': {
      put: {
        requestBody: { ...ref('requestBodies', 'Shared'), description: 'Description beside a reference' },
        responses: {
          200: { ...ref('responses', 'Shared'), summary: 'Summary beside a reference' },
        },
      },
    },
  },
  webhooks: { webhookName: { post: operation('Operation of webhook') } },
  components: {
    schemas: {
      Shared: { type: 'object', title: 'Shared schema', $defs: { Inner: object({ inDefs: text }) } },
      Anchored: { $anchor: 'anchored', ...object({ inAnchored: text }) },
      Dynamic: { $dynamicAnchor: 'dynamic', ...object({ inDynamic: text }) },
      Identified: { $id: 'https://example.com/identified', ...object({ inIdentified: text }) },
      Pet: {
        ...object({ petKind: text }),
        discriminator: { propertyName: 'petKind', mapping: { mapped: 'Cat' }, defaultMapping: 'Other' },
      },
      Cat: { allOf: [ref('schemas', 'Pet'), object({ ofCat: text })] },
      Other: object({ ofOther: text }),
    },
    parameters: { Shared: { name: 'sharedParameter', in: 'query', schema: text } },
    responses: { Shared: { description: 'Shared response' } },
    requestBodies: { Shared: { content: json({ schema: object({ inSharedBody: text }) }) } },
    headers: { Shared: { description: 'Shared header', schema: text } },
    examples: { Shared: { value: { sharedExample: 1 } } },
    links: { Shared: { operationId: 'idOfSharedLink' } },
    callbacks: { Shared: { '{$url}': { post: operation('Operation of shared callback') } } },
    pathItems: { Shared: { get: operation('Operation of shared path') } },
    mediaTypes: { Shared: { schema: object({ inSharedType: text }) } },
    securitySchemes: {
      ofApi: { type: 'mutualTLS' },
      ofOperation: { type: 'http', scheme: 'scheme-name', description: 'Description of scheme' },
      apiKey: { type: 'apiKey', in: 'header', name: 'X-Name-Of-Key', deprecated: true },
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'format-of-token' },
      openId: { type: 'openIdConnect', openIdConnectUrl: 'https://open-id.example' },
      oauth: {
        type: 'oauth2',
        oauth2MetadataUrl: 'https://metadata.example',
        flows: {
          implicit: {
            authorizationUrl: 'https://authorize.example',
            scopes: { 'scope-name': 'Scope of it' },
          },
          password: { tokenUrl: 'https://token.example', refreshUrl: 'https://refresh.example', scopes: {} },
          clientCredentials: { tokenUrl: 'https://token.example', scopes: {} },
          authorizationCode: {
            authorizationUrl: 'https://a.example',
            tokenUrl: 'https://t.example',
            scopes: {},
          },
          deviceAuthorization: {
            deviceAuthorizationUrl: 'https://device.example',
            tokenUrl: 'https://t.example',
            scopes: {},
          },
        },
      },
    },
  },
};

/** What shows a keyword; where it is `outline`, lists of pages are made of it. */
type Shown = string | RegExp | { outline: string };

const limit = (name: string, value: number): RegExp => new RegExp(`${name}: \`?${value}`);

const SHOWN: Record<string, Shown> = {
  'OpenAPI: info': 'Summary of info',
  'OpenAPI: servers': '.server.example',
  'OpenAPI: paths': '/things',
  'OpenAPI: webhooks': 'webhookName',
  'OpenAPI: components': 'Shared response',
  'OpenAPI: security': 'Mutual TLS',
  'OpenAPI: tags': { outline: 'tag-name' },
  'OpenAPI: externalDocs': 'Docs of API',
  'Info: title': { outline: 'Title of info' },
  'Info: summary': 'Summary of info',
  'Info: description': 'Description of info',
  'Info: termsOfService': 'https://terms.example',
  'Info: contact': 'Contact name',
  'Info: license': 'License name',
  'Info: version': 'version-of-info',
  'Contact: name': 'Contact name',
  'Contact: url': 'https://contact.example',
  'Contact: email': 'mail@contact.example',
  'License: name': 'License name',
  'License: identifier': 'spdx.org/licenses/MIT',
  'License: url': 'https://license.example',
  'Server: url': '.server.example',
  'Server: description': 'Description of server',
  'Server: name': 'Server name',
  'Server: variables': 'Description of variable',
  'Server Variable: enum': 'var-enum',
  'Server Variable: default': 'var-default',
  'Server Variable: description': 'Description of variable',
  'Components: schemas': 'inAnchored',
  'Components: responses': 'Shared response',
  'Components: parameters': 'sharedParameter',
  'Components: examples': 'sharedExample',
  'Components: requestBodies': 'inSharedBody',
  'Components: headers': 'Shared header',
  'Components: securitySchemes': 'scheme-name',
  'Components: links': 'idOfSharedLink',
  'Components: callbacks': 'Operation of shared callback',
  'Components: pathItems': 'Operation of shared path',
  'Components: mediaTypes': 'inSharedType',
  'Path Item: $ref': 'Operation of shared path',
  'Path Item: summary': 'Summary of path',
  'Path Item: description': 'Description of path',
  ...Object.fromEntries(
    ['get', 'put', 'delete', 'options', 'head', 'patch', 'trace', 'query'].map((method) => [
      `Path Item: ${method}`,
      `Operation of ${method}`,
    ]),
  ),
  'Path Item: post': 'Summary of operation',
  'Path Item: additionalOperations': 'Operation of copy',
  'Path Item: servers': 'https://server-of-path.example',
  'Path Item: parameters': 'parameterOfPath',
  'Operation: tags': 'tag-label',
  'Operation: summary': 'Summary of operation',
  'Operation: description': 'Description of operation',
  'Operation: externalDocs': 'Docs of operation',
  'Operation: operationId': { outline: 'idOfOperation' },
  'Operation: parameters': 'parameterName',
  'Operation: requestBody': 'Description of body',
  'Operation: responses': 'Description of response',
  'Operation: callbacks': 'Operation of callback',
  'Operation: deprecated': /deprecated/i,
  'Operation: security': 'scheme-name',
  'Operation: servers': 'https://server-of-operation.example',
  'External Documentation: description': 'Docs of operation',
  'External Documentation: url': 'https://docs.example/in-schema',
  'Parameter: name': 'parameterName',
  'Parameter: in': /query parameters/i,
  'Parameter: description': 'Description of parameter',
  'Parameter: required': /parameterName`? .{0,40}required/,
  'Parameter: deprecated': /parameterName`? .{0,60}deprecated/i,
  'Parameter: allowEmptyValue': /allowEmptyValue: `?true/,
  'Parameter: example': 'exampleOfParameter',
  'Parameter: examples': 'exampleByName',
  'Parameter: style': /style: `?pipeDelimited/,
  'Parameter: explode': /exploded`? .{0,60}explode: `?true/,
  'Parameter: allowReserved': /parameterName`? .{0,300}allowReserved: `?true/,
  'Parameter: schema': limit('minLength', 121),
  'Parameter: content': 'inContentOfParameter',
  'Request Body: description': 'Description of body',
  'Request Body: content': 'application/jsonl',
  'Request Body: required': /Request body(?! ?\(?optional)/i,
  'Media Type: schema': 'inItems',
  'Media Type: itemSchema': 'inItemSchema',
  'Media Type: example': 'exampleOfMediaType',
  'Media Type: examples': 'valueOfExample',
  'Media Type: encoding': 'text/type-of-part',
  'Media Type: prefixEncoding': 'text/first-part',
  'Media Type: itemEncoding': 'text/other-part',
  'Encoding: contentType': 'text/type-of-part',
  'Encoding: headers': 'Header-Of-Part',
  'Encoding: encoding': 'text/in-field',
  'Encoding: prefixEncoding': 'text/in-first',
  'Encoding: itemEncoding': 'text/in-others',
  'Encoding: style': /style: `?spaceDelimited/,
  'Encoding: explode': /spaceDelimited.{0,30}explode: `?false/,
  'Encoding: allowReserved': /spaceDelimited.{0,60}allowReserved: `?true/,
  'Responses: default': 'Description of default',
  'Response: summary': 'Summary of response',
  'Response: description': 'Description of response',
  'Response: headers': 'Header-Name',
  'Response: content': 'inResponse',
  'Response: links': 'linkName',
  'Example: summary': 'Summary of example',
  'Example: description': 'Description of example',
  'Example: dataValue': 'dataOfExample',
  'Example: serializedValue': 'serializedOfExample',
  'Example: externalValue': 'ofFile',
  'Example: value': 'valueOfExample',
  'Link: operationRef': /GET \/things/,
  'Link: operationId': 'idOfLink',
  'Link: parameters': '$response.body#/id',
  'Link: requestBody': '$request.body#/of-link',
  'Link: description': 'Description of link',
  'Link: server': 'https://server-of-link.example',
  'Header: description': 'Description of header',
  'Header: required': /Header-Name`? .{0,40}required/,
  'Header: deprecated': /Header-Name`? .{0,60}deprecated/i,
  'Header: example': 'exampleOfHeader',
  'Header: examples': 'namedOfHeader',
  'Header: explode': /Header-Name`? .{0,300}explode: `?true/,
  'Header: schema': limit('minLength', 122),
  'Header: content': 'application/x-of-header',
  'Tag: name': { outline: 'tag-name' },
  'Tag: summary': { outline: 'Summary of tag' },
  'Tag: description': { outline: 'Description of tag' },
  'Tag: externalDocs': { outline: 'https://docs.example/of-tag' },
  'Tag: parent': { outline: '"parent":"tag-parent"' },
  'Tag: kind': { outline: '"isLabel":true' },
  'Reference: $ref': 'sharedParameter',
  'Reference: summary': 'Summary beside a reference',
  'Reference: description': 'Description beside a reference',
  'Schema: discriminator': 'petKind',
  'Schema: xml': 'rootName',
  'Schema: externalDocs': 'https://docs.example/in-schema',
  'Schema: example': 'inExample',
  'Schema: nullable': 'boolean or null',
  'Discriminator: propertyName': 'petKind',
  'Discriminator: mapping': 'mapped',
  'Discriminator: defaultMapping': 'ofOther',
  'XML: nodeType': /nodeName="/,
  'XML: name': '</wrappedItem>',
  'XML: namespace': 'https://example.com/in-namespace',
  'XML: prefix': 'pre:rootName',
  'XML: attribute': /attributeName="/,
  'XML: wrapped': '<wrappedList>',
  'Security Scheme: type': 'OAuth 2.0',
  'Security Scheme: description': 'Description of scheme',
  'Security Scheme: name': 'X-Name-Of-Key',
  'Security Scheme: in': 'header: X-Name-Of-Key',
  'Security Scheme: scheme': 'scheme-name',
  'Security Scheme: bearerFormat': 'format-of-token',
  'Security Scheme: flows': 'Device authorization',
  'Security Scheme: openIdConnectUrl': 'https://open-id.example',
  'Security Scheme: oauth2MetadataUrl': 'https://metadata.example',
  'Security Scheme: deprecated': /X-Name-Of-Key\)? ?\(?deprecated/i,
  'OAuth Flows: implicit': 'Implicit',
  'OAuth Flows: password': 'Password',
  'OAuth Flows: clientCredentials': 'Client credentials',
  'OAuth Flows: authorizationCode': 'Authorization code',
  'OAuth Flows: deviceAuthorization': 'Device authorization',
  'OAuth Flow: authorizationUrl': 'https://authorize.example',
  'OAuth Flow: deviceAuthorizationUrl': 'https://device.example',
  'OAuth Flow: tokenUrl': 'https://token.example',
  'OAuth Flow: refreshUrl': 'https://refresh.example',
  'OAuth Flow: scopes': 'Scope of it',
  'JSON Schema: $ref': 'Shared schema',
  'JSON Schema: $id': 'inIdentified',
  'JSON Schema: $anchor': 'inAnchored',
  'JSON Schema: $dynamicRef': 'inDynamic',
  'JSON Schema: $dynamicAnchor': 'inDynamic',
  'JSON Schema: $defs': 'inDefs',
  ...Object.fromEntries(
    [
      ...['prefixItems', 'items', 'contains', 'additionalProperties', 'properties', 'patternProperties'],
      ...['dependentSchemas', 'if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', 'not', 'unevaluatedItems'],
      ...['unevaluatedProperties', 'contentSchema', 'const', 'enum', 'default', 'examples'],
      ...['dependentRequired'],
    ].map((name) => [`JSON Schema: ${name}`, `in${name.charAt(0).toUpperCase()}${name.slice(1)}`]),
  ),
  'JSON Schema: propertyNames': '^inNames',
  'JSON Schema: type': 'boolean',
  'JSON Schema: minItems': limit('minItems', 101),
  'JSON Schema: maxItems': limit('maxItems', 102),
  'JSON Schema: uniqueItems': /uniqueItems: `?true/,
  'JSON Schema: minContains': limit('minContains', 103),
  'JSON Schema: maxContains': limit('maxContains', 104),
  'JSON Schema: minProperties': limit('minProperties', 105),
  'JSON Schema: maxProperties': limit('maxProperties', 106),
  'JSON Schema: multipleOf': limit('multipleOf', 108),
  'JSON Schema: maximum': limit('maximum', 109),
  'JSON Schema: minimum': limit('minimum', 110),
  'JSON Schema: exclusiveMaximum': limit('exclusiveMaximum', 111),
  'JSON Schema: exclusiveMinimum': limit('exclusiveMinimum', 112),
  'JSON Schema: maxLength': limit('maxLength', 113),
  'JSON Schema: minLength': limit('minLength', 114),
  'JSON Schema: pattern': '^inOfTexts$',
  'JSON Schema: format': 'in-format',
  'JSON Schema: required': /required`? .{0,20}required/,
  'JSON Schema: title': 'In title',
  'JSON Schema: description': 'In description of schema',
  'JSON Schema: deprecated': /old`? .{0,30}deprecated/i,
  'JSON Schema: readOnly': /reading`? .{0,30}read-only/i,
  'JSON Schema: writeOnly': /writing`? .{0,30}write-only/i,
  'JSON Schema: contentEncoding': 'in-encoding',
  'JSON Schema: contentMediaType': 'application/in-content',
};

/** Keywords that say something only if they are not as usual. */
const SAID_OTHERWISE: Record<string, string> = {
  'Header: style': 'Headers have only one style.',
};

const { license: _license, ...info } = SPEC.info as Json;
const pages = showSpec(SPEC);
const identified = showSpec({
  ...SPEC,
  info: { ...info, license: { name: 'License name', identifier: 'MIT' } },
});
const old = showSpec({
  openapi: '3.0.3',
  info: { title: 'a', version: '1' },
  paths: {
    '/a': { post: { responses: {}, requestBody: { content: json({ schema: SCHEMAS.nullable as Json }) } } },
  },
});
const introductions = pages.introduction + identified.introduction;
const FORMS = {
  page: pages.wholePage + old.wholePage + introductions,
  markdown: pages.wholeMarkdown + old.wholeMarkdown + introductions,
};

test('each keyword is on one of the lists, and no other', () => {
  const listed = [SHOWN, NOT_SHOWN, SAID_OTHERWISE].flatMap((list) => Object.keys(list));
  expect(listed.toSorted()).toEqual([...new Set(KEYWORDS)].toSorted());
});

test.for(Object.entries(SHOWN))('%s is shown', ([, shown]) => {
  if (typeof shown === 'object' && 'outline' in shown) {
    expect(pages.outline).toContain(shown.outline);
    return;
  }
  for (const [form, all] of Object.entries(FORMS)) {
    const found = typeof shown === 'string' ? all.includes(shown) : shown.test(all);
    expect([form, found]).toEqual([form, true]);
  }
});
