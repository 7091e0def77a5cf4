/** Operations with parameters of every style, bodies of every kind and all credentials, and what their requests must be. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { schemaWithOthers } from './random-schemas.ts';

type Json = Record<string, unknown>;

export interface SentRequest {
  method: string;
  /** The address as it was sent, without the host. */
  target: string;
  headers: Record<string, string | undefined>;
  body: Buffer;
}

export interface TestedOperation {
  method: string;
  path: string;
  operation: Json;
  /** Schemas of the components that it uses. */
  schemas: Json;
  /** Reads the request as the parameters' rules say, and returns what is wrong with it. */
  findFaults: (request: SentRequest, files: ReadonlyMap<string, Buffer>) => string[];
}

type Value = string | number | boolean | string[] | Record<string, string>;
type Fault = [what: string, sent: unknown, wanted: unknown];

const TEXTS = [
  'a',
  'red green',
  "it's",
  '"quoted"',
  '50%',
  'a&b=c',
  'x+y',
  'ä€😀',
  '{x}',
  '$HOME `id`',
  'a/b?c#d',
  'back\\slash',
  '#{1+1}',
  'a;b,c|d',
  '@file',
  '<b>&amp;',
];
const LINES = [
  'one\ntwo',
  ' leading',
  'tab\there',
  'quote\'\n"quote"',
  'ends with "',
  '@x\n',
  '"""\n`',
  '\\n\\u0041',
];
const text = fc.constantFrom(...TEXTS);
const list = fc.array(text, { minLength: 1, maxLength: 3 });
const primitive = fc.oneof(text, fc.integer({ min: -5, max: 99 }), fc.boolean());
const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

interface Parameter {
  parameter: Json;
  read: (request: SentRequest) => unknown;
  wanted: unknown;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const decode = decodeURIComponent;
const pairsOf = (texts: string[]): Json =>
  Object.fromEntries(texts.flatMap((one, n) => (n % 2 === 0 ? [[one, texts[n + 1]]] : [])));
const fieldsOf = (texts: string[]): Json =>
  Object.fromEntries(texts.map((one) => one.split('=').map((part) => decode(part))));

const rawQuery = ({ target }: SentRequest): [name: string, raw: string][] =>
  target
    .slice(target.indexOf('?') + 1 || target.length)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return [decode(pair.slice(0, at).replaceAll('+', ' ')), pair.slice(at + 1)];
    });

const shapes = fc.constantFrom('primitive', 'list', 'object');
const drawValue = (shape: string, n: number): fc.Arbitrary<Value> => {
  if (shape === 'list') return list;
  if (shape === 'primitive') return primitive;
  return fc.tuple(text, text).map(([one, two]) => ({ [`r${n}`]: one, [`g/${n}`]: two }));
};
const wantedOf = (value: Value): unknown => (typeof value === 'object' ? value : toText(value));

const SEPARATORS: Record<string, string> = { spaceDelimited: '%20', pipeDelimited: '%7C' };

const queryParameter = (n: number): fc.Arbitrary<Parameter> =>
  fc
    .tuple(
      shapes,
      fc.constantFrom('form', 'spaceDelimited', 'pipeDelimited', 'deepObject'),
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom('q', 'ids[]', 'a b', 'x.y'),
    )
    .chain(([shape, style, explode, allowReserved, start]) =>
      drawValue(shape, n).map((drawn): Parameter => {
        // What separates items cannot be in them: the receiver could not tell them apart.
        const value =
          style === 'form' ? drawn : (JSON.parse(JSON.stringify(drawn).replace(/[ |]/g, '-')) as Value);
        const name = `${start}${n}`;
        const known = style === 'deepObject' && shape !== 'object' ? 'form' : style;
        const joined = !explode && known !== 'deepObject';
        const separator = SEPARATORS[known] ?? ',';
        return {
          parameter: {
            name,
            in: 'query',
            required: true,
            style: known,
            explode,
            allowReserved,
            example: value,
          },
          wanted: wantedOf(value),
          read: (request) => {
            const pairs = rawQuery(request);
            const own = pairs.filter(([one]) => one === name).map(([, raw]) => raw);
            if (shape === 'primitive') return decode(own[0] ?? '');
            if (shape === 'list') return (joined ? (own[0] ?? '').split(separator) : own).map(decode);
            if (known === 'deepObject')
              return Object.fromEntries(
                pairs
                  .filter(([one]) => one.startsWith(`${name}[`))
                  .map(([one, raw]) => [one.slice(name.length + 1, -1), decode(raw)]),
              );
            if (joined) return pairsOf((own[0] ?? '').split(separator).map(decode));
            return Object.fromEntries(
              pairs
                .filter(([one]) => [`r${n}`, `g/${n}`].includes(one))
                .map(([one, raw]) => [one, decode(raw)]),
            );
          },
        };
      }),
    );

const pathParameter = (n: number, at: number): fc.Arbitrary<Parameter> =>
  fc
    .tuple(shapes, fc.constantFrom('simple', 'label', 'matrix'), fc.boolean())
    .chain(([shape, style, explode]) =>
      drawValue(shape, n).map((value): Parameter => {
        const name = `p${n}`;
        return {
          parameter: { name, in: 'path', required: true, style, explode, example: value },
          wanted: wantedOf(value),
          read: ({ target }) => {
            const segment = (target.split('?')[0] ?? '').split('/')[at] ?? '';
            if (style === 'matrix') {
              const parts = segment.slice(1).split(';');
              const values = parts.map((part) => part.slice(part.indexOf('=') + 1));
              if (shape === 'primitive') return decode(values[0] ?? '');
              if (explode) return shape === 'list' ? values.map(decode) : fieldsOf(parts);
              const texts = (values[0] ?? '').split(',').map(decode);
              return shape === 'list' ? texts : pairsOf(texts);
            }
            const content = style === 'label' ? segment.slice(1) : segment;
            if (shape === 'primitive') return decode(content);
            const parts = content.split(style === 'label' && explode ? '.' : ',');
            if (shape === 'list') return parts.map(decode);
            return explode ? fieldsOf(parts) : pairsOf(parts.map(decode));
          },
        };
      }),
    );

/** Headers are not encoded, so that texts in them have no commas. */
const headerTexts = fc.constantFrom('a', "it's", '"q"', '50% $HOME', 'a=b;c', '`id`', 'x\\y', '#{1}');
const headerParameter = (n: number): fc.Arbitrary<Parameter> =>
  fc.tuple(fc.array(headerTexts, { minLength: 1, maxLength: 3 }), fc.boolean()).map(
    ([value, isList]): Parameter => ({
      parameter: { name: `X-Head-${n}`, in: 'header', required: true, example: isList ? value : value[0] },
      wanted: isList ? value.join(',') : value[0],
      read: ({ headers }) => headers[`x-head-${n}`],
    }),
  );

const cookieParameter = (n: number): fc.Arbitrary<Parameter> =>
  fc.tuple(fc.oneof(primitive, list), fc.boolean()).map(([value, explode]): Parameter => {
    const name = `cookie${n}`;
    return {
      parameter: { name, in: 'cookie', required: true, explode, example: value },
      wanted: Array.isArray(value) ? value : toText(value),
      read: ({ headers }) => {
        const own = (headers.cookie ?? '')
          .split('; ')
          .filter((one) => one.startsWith(`${name}=`))
          .map((one) => one.slice(name.length + 1));
        if (!Array.isArray(value)) return decode(own[0] ?? '');
        return (explode ? own : (own[0] ?? '').split(',')).map(decode);
      },
    };
  });

const contentParameter = (n: number): fc.Arbitrary<Parameter> =>
  fc.tuple(text, fc.integer()).map(
    ([name, count]): Parameter => ({
      parameter: {
        name: `json${n}`,
        in: 'query',
        required: true,
        content: { 'application/json': { example: { name, count } } },
      },
      wanted: { name, count },
      read: (request) =>
        JSON.parse(decode(rawQuery(request).find(([one]) => one === `json${n}`)?.[1] ?? 'null')),
    }),
  );

/** Parameters of which the spec gives no example: what is sent has to be valid. */
const MADE: readonly Json[] = [
  { type: 'integer', minimum: 5, maximum: 9, multipleOf: 3 },
  { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
  { type: 'string', pattern: '^[A-Z]{2}-\\d+$' },
  { type: 'string', format: 'date-time' },
  { type: 'string', enum: ["it's $x", '"a" `b`'] },
  { type: 'string', minLength: 3, maxLength: 3 },
  { type: 'boolean', enum: [false] },
];
const madeParameter = (n: number): fc.Arbitrary<Parameter> =>
  fc.tuple(fc.constantFrom(...MADE), fc.boolean(), fc.boolean()).map(([one, isList, explode]): Parameter => {
    const name = `m'"$${n}`;
    const schema = isList ? { type: 'array', items: one, minItems: 1, maxItems: 3 } : one;
    const isValid = compile(schema);
    const toValue = (raw: string): unknown => (one.type === 'string' ? decode(raw) : JSON.parse(decode(raw)));
    return {
      parameter: { name, in: 'query', required: true, explode, schema },
      wanted: true,
      read: (request) => {
        const own = rawQuery(request).flatMap(([found, raw]) => (found === name ? [raw] : []));
        const values = (explode ? own : (own[0] ?? '').split(',')).map(toValue);
        return isValid?.(isList ? values : values[0]);
      },
    };
  });

interface Body {
  requestBody: Json;
  schemas?: Json;
  findFaults: (request: SentRequest, files: ReadonlyMap<string, Buffer>) => Fault[];
}

const typeOf = ({ headers }: SentRequest): string => (headers['content-type'] ?? '').split(';')[0] ?? '';

const jsonBody = fc
  .tuple(fc.constantFrom('application/json', 'application/vnd.x+json'), fc.jsonValue({ maxDepth: 2 }))
  .map(([type, drawn]): Body => {
    const value = { text: drawn, 'it\'s "x"': TEXTS };
    return {
      requestBody: { content: { [type]: { example: value } } },
      findFaults: (request) => [
        ['type', typeOf(request), type],
        ['json', JSON.parse(request.body.toString()), JSON.parse(JSON.stringify(value))],
      ],
    };
  });

/** Undefined for schemas that refer to each other in circles, for which the validator has no end. */
function compile(schema: Json): ((value: unknown) => boolean) | undefined {
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats.default(ajv);
  try {
    return ajv.compile(schema);
  } catch {
    return undefined;
  }
}

/** A body of which the spec gives no example: what is sent has to be valid. */
const madeBody = (n: number): fc.Arbitrary<Body> =>
  schemaWithOthers.map((drawn): Body => {
    const rename = (json: unknown): Json =>
      JSON.parse(
        // An example of a schema is sent as it is given.
        JSON.stringify(json, (key, value: unknown) => (key === 'examples' ? undefined : value)).replace(
          /(#\/components\/schemas\/)([ABC])/g,
          `$1$2${n}`,
        ),
      ) as Json;
    const schema = rename(drawn.schema);
    const schemas = Object.fromEntries(
      Object.entries(rename(drawn.schemas)).map(([name, one]) => [`${name}${n}`, one]),
    );
    const isValid = compile({ allOf: [schema], components: { schemas } });
    return {
      requestBody: { content: { 'application/json': { schema } } },
      schemas,
      // For some schemas, no value is made.
      findFaults: ({ body }) => [
        [
          `value of ${JSON.stringify({ schema, schemas })}`,
          body.length === 0 || (isValid?.(JSON.parse(body.toString())) ?? true),
          true,
        ],
      ],
    };
  });

const textBody = fc
  .tuple(
    fc.constantFrom('text/plain', 'application/xml', 'text/csv'),
    fc.oneof(text, fc.constantFrom(...LINES)),
  )
  .map(([type, value]): Body => {
    const sent = type === 'application/xml' ? `<a>${value}</a>` : value;
    return {
      requestBody: { content: { [type]: { example: sent } } },
      findFaults: (request) => [
        ['type', typeOf(request), type],
        ['text', request.body.toString(), sent],
      ],
    };
  });

const formBody = fc
  .record({
    text,
    'list[]': list,
    flag: fc.boolean(),
    object: fc.record({ k: text }),
    deep: fc.record({ k: text }),
    joined: list,
  })
  .map(
    (value): Body => ({
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': {
            example: value,
            encoding: {
              deep: { style: 'deepObject', explode: true },
              joined: { style: 'pipeDelimited', explode: false },
            },
          },
        },
      },
      findFaults: (request) => {
        const sent = new URLSearchParams(request.body.toString());
        return [
          ['type', typeOf(request), 'application/x-www-form-urlencoded'],
          ['text', sent.getAll('text'), [value.text]],
          ['list', sent.getAll('list[]'), value['list[]']],
          ['flag', sent.getAll('flag'), [String(value.flag)]],
          ['object', JSON.parse(sent.get('object') ?? 'null'), value.object],
          ['deep', sent.getAll('deep[k]'), [value.deep.k]],
          ['joined', sent.getAll('joined'), [value.joined.join('|')]],
        ];
      },
    }),
  );

const ODD_NAME = "it's $x `y` #{z}";

const partBody = fc
  .record({
    text: fc.oneof(text, fc.constantFrom(...LINES)),
    list,
    object: fc.record({ k: text }),
    typed: text,
    [ODD_NAME]: text,
  })
  .map(
    (value): Body => ({
      requestBody: {
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              properties: {
                text: { type: 'string' },
                list: { type: 'array', items: { type: 'string' } },
                object: { type: 'object' },
                typed: { type: 'string' },
                [ODD_NAME]: { type: 'string' },
                file: { type: 'string', format: 'binary' },
                files: {
                  type: 'array',
                  items: { type: 'string', contentMediaType: 'application/octet-stream' },
                },
              },
            },
            example: { ...value, file: 'x', files: ['y', 'z'] },
            encoding: { typed: { contentType: 'text/x-typed' }, files: { contentType: 'application/pdf' } },
          },
        },
      },
      findFaults: (request, files) => {
        const parts = readParts(request);
        // Forms of browsers end the lines of texts with both characters.
        const texts = (name: string): string[] =>
          parts
            .filter((part) => part.name === name)
            .map(({ content, fileName }) =>
              fileName === '' ? content.toString().replaceAll('\r\n', '\n') : content.toString(),
            );
        const types = (name: string): string[] =>
          parts.filter((part) => part.name === name).map(({ type }) => type);
        const names = (name: string): string[] =>
          parts.filter((part) => part.name === name).map(({ fileName }) => fileName);
        return [
          ['type', typeOf(request), 'multipart/form-data'],
          ['text', texts('text'), [value.text]],
          ['list', texts('list'), value.list],
          ['object', texts('object').map((one) => JSON.parse(one)), [value.object]],
          ['object type', types('object'), ['application/json']],
          ['typed', texts('typed'), [value.typed]],
          ['odd name', texts(ODD_NAME), [value[ODD_NAME]]],
          ['typed type', types('typed'), ['text/x-typed']],
          ['file', texts('file'), [files.get('file.png')?.toString()]],
          ['file name', names('file'), ['file.png']],
          ['files', texts('files'), Array(2).fill(files.get('file.pdf')?.toString())],
          ['files type', types('files'), ['application/pdf', 'application/pdf']],
        ];
      },
    }),
  );

const fileBody = fc.constantFrom('image/png', 'application/octet-stream').map(
  (type): Body => ({
    requestBody: { content: { [type]: { schema: { type: 'string', format: 'binary' } } } },
    findFaults: (request, files) => [
      ['type', typeOf(request), type],
      [
        'file',
        request.body.toString('hex'),
        files.get(type === 'image/png' ? 'file.png' : 'file.bin')?.toString('hex'),
      ],
    ],
  }),
);

interface Part {
  name: string;
  fileName: string;
  type: string;
  /** Its headers, as they are sent. */
  head: string;
  content: Buffer;
}

export function readParts({ headers, body }: SentRequest): Part[] {
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  return body
    .toString('latin1')
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const at = part.indexOf('\r\n\r\n');
      const head = part.slice(0, at);
      return {
        name: / name="?([^";\r\n]*)"?/i.exec(head)?.[1] ?? '',
        fileName: /filename="?([^";\r\n]*)"?/i.exec(head)?.[1] ?? '',
        type: (/content-type: *([^\r\n;]*)/i.exec(head)?.[1] ?? '').trim(),
        head,
        content: Buffer.from(part.slice(at + 4, -2), 'latin1'),
      };
    });
}

export const SECURITY_SCHEMES: Json = {
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'api key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
  basic: { type: 'http', scheme: 'basic' },
  bearer: { type: 'http', scheme: 'bearer' },
  oauth: { type: 'oauth2', flows: {} },
  digest: { type: 'http', scheme: 'Digest' },
  openId: { type: 'openIdConnect', openIdConnectUrl: 'https://example.com/openid' },
  certificate: { type: 'mutualTLS' },
};

const CREDENTIALS: Record<string, (request: SentRequest) => Fault> = {
  header: ({ headers }) => ['key', headers['x-key'], 'YOUR_API_KEY'],
  query: (request) => ['key', rawQuery(request).find(([name]) => name === 'api key')?.[1], 'YOUR_API_KEY'],
  cookie: ({ headers }) => ['key', (headers.cookie ?? '').split('; ').includes('session=YOUR_API_KEY'), true],
  basic: ({ headers }) => ['credentials', headers.authorization, 'Basic YOUR_CREDENTIALS'],
  bearer: ({ headers }) => ['token', headers.authorization, 'Bearer YOUR_TOKEN'],
  oauth: ({ headers }) => ['token', headers.authorization, 'Bearer YOUR_TOKEN'],
  digest: ({ headers }) => ['credentials', headers.authorization, 'Digest YOUR_CREDENTIALS'],
  openId: ({ headers }) => ['token', headers.authorization, 'Bearer YOUR_TOKEN'],
  // The connection has the credentials.
  certificate: ({ headers }) => ['credentials', headers.authorization, undefined],
};

/** Alternatives, of which the first one is sent. */
const security = fc.constantFrom<string[][]>(
  [],
  [[]],
  [[], ['bearer']],
  [['header'], []],
  [['query'], ['cookie']],
  [['cookie']],
  [['basic']],
  [['bearer']],
  [['oauth']],
  [['digest']],
  [['openId'], ['basic']],
  [['certificate']],
  [['certificate', 'header']],
  [['header', 'query', 'cookie', 'bearer']],
);

/** Operations whose paths begin with their number. */
export const testedOperations = (count: number): fc.Arbitrary<TestedOperation[]> =>
  fc.tuple(...Array.from({ length: count }, (_, n) => testedOperation(n)));

const testedOperation = (n: number): fc.Arbitrary<TestedOperation> =>
  fc
    .tuple(
      fc.tuple(pathParameter(0, 2), pathParameter(1, 3)),
      fc.tuple(
        queryParameter(2),
        queryParameter(3),
        headerParameter(4),
        cookieParameter(5),
        contentParameter(6),
        madeParameter(7),
      ),
      fc.integer({ min: 0, max: 63 }),
      fc.option(fc.oneof(jsonBody, madeBody(n), textBody, formBody, partBody, fileBody)),
      security,
      fc.constantFrom('post', 'put', 'patch', 'delete'),
    )
    .map(([inPath, others, chosen, body, alternatives, changing]) => {
      const [schemes = []] = alternatives;
      const method = body ? changing : 'get';
      const parameters = [...inPath, ...others.filter((_, at) => chosen & (1 << at))];
      const path = `/t${n}/{p0}/{p1}`;
      return {
        method,
        path,
        schemas: body?.schemas ?? {},
        operation: {
          parameters: parameters.map(({ parameter }) => parameter),
          ...(body ? { requestBody: body.requestBody } : {}),
          security: alternatives.map((all) => Object.fromEntries(all.map((scheme) => [scheme, []]))),
          responses: {},
        },
        findFaults: (request, files) => {
          const faults: Fault[] = [
            ['method', request.method, method.toUpperCase()],
            ...parameters.map(
              ({ parameter, read, wanted }): Fault => [JSON.stringify(parameter), read(request), wanted],
            ),
            ...schemes.map((scheme) => CREDENTIALS[scheme]?.(request) as Fault),
            ...(body ? body.findFaults(request, files) : ([['body', request.body.length, 0]] as Fault[])),
          ];
          return faults
            .filter(([, sent, wanted]) => !same(sent, wanted))
            .map(
              ([what, sent, wanted]) =>
                `${what}: ${JSON.stringify(sent)} instead of ${JSON.stringify(wanted)}`,
            );
        },
      };
    });
