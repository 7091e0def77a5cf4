/**
 * Operations of all kinds, and the requests that are right for them: by the specification of OpenAPI, and by RFC 6570,
 * to which it refers for parameters.
 */

type Json = Record<string, unknown>;

/** A part of a multipart body: only what is given is compared. */
interface ExpectedPart {
  name?: string;
  text: string;
  type?: string;
  fileName?: string;
  headers?: Record<string, string>;
}

/** What is received. Only what is given is compared. */
export interface ExpectedRequest {
  method?: string;
  /** The address after the server. */
  target?: string;
  /** Undefined for those that must not be sent. */
  headers?: Record<string, string | undefined>;
  body?: string;
  /** The decoded pairs of a form. */
  form?: string[];
  parts?: ExpectedPart[];
}

export interface SentCase {
  title: string;
  version?: string;
  method?: string;
  path?: string;
  item?: Json;
  operation: Json;
  sent: ExpectedRequest;
  /** Languages that cannot send it. */
  without?: string[];
}

const text = { type: 'string' };
const FILE = { type: 'string', format: 'binary' };
const object = (properties: Json): Json => ({ type: 'object', properties });

type Place = 'query' | 'path' | 'header' | 'cookie';

const parameter = (place: Place, name: string, example: unknown, more: Json = {}): Json => ({
  parameters: [{ name, in: place, required: true, schema: {}, example, ...more }],
});

const inQuery = (title: string, example: unknown, query: string, more: Json = {}): SentCase => ({
  title: `query: ${title}`,
  operation: parameter('query', 'q', example, more),
  sent: { target: query === '' ? '/p' : `/p?${query}` },
});

const flat = { explode: false };
const space = { style: 'spaceDelimited' };
const pipe = { style: 'pipeDelimited' };
const deep = { style: 'deepObject', explode: true };

const QUERIES: SentCase[] = [
  inQuery('a list repeats its name', ['x', 'y'], 'q=x&q=y'),
  inQuery('a list is joined', ['x', 'y,z'], 'q=x,y%2Cz', flat),
  inQuery('a list with spaces', ['x', 'y z'], 'q=x%20y%20z', { ...space, ...flat }),
  inQuery('a list with spaces is exploded', ['x', 'y'], 'q=x&q=y', { ...space, explode: true }),
  inQuery('a list with bars', ['x', 'y'], 'q=x%7Cy', { ...pipe, ...flat }),
  inQuery('a list with bars is exploded', ['x', 'y'], 'q=x&q=y', { ...pipe, explode: true }),
  inQuery('bars are not exploded unless it says so', ['x', 'y'], 'q=x%7Cy', pipe),
  inQuery('an object with spaces', { R: 1, G: 2 }, 'q=R%201%20G%202', { ...space, ...flat }),
  inQuery('an object with bars', { R: 1, G: 2 }, 'q=R%7C1%7CG%7C2', { ...pipe, ...flat }),
  inQuery('an object is its fields', { R: 100, G: 'a b' }, 'R=100&G=a%20b'),
  inQuery('an object is joined', { R: 100, G: 'a,b' }, 'q=R,100,G,a%2Cb', flat),
  inQuery('no items', [], ''),
  inQuery('no items, joined', [], '', flat),
  inQuery('no fields', {}, ''),
  inQuery('no fields in brackets', {}, '', deep),
  inQuery('null', null, ''),
  inQuery('null in a list', ['x', null, 'y'], 'q=x&q=y'),
  inQuery('null in a joined list', ['x', null], 'q=x', flat),
  inQuery('null in an object', { R: null, G: 1 }, 'G=1'),
  inQuery('null in a joined object', { R: null, G: 1 }, 'q=G,1', flat),
  inQuery('null in brackets', { a: null, b: { c: null, d: 1 } }, 'q%5Bb%5D%5Bd%5D=1', deep),
  inQuery('only null in a joined list', [null], '', flat),
  inQuery('true', true, 'q=true'),
  inQuery('false', false, 'q=false'),
  inQuery('zero', 0, 'q=0'),
  inQuery('an empty text', '', 'q='),
  inQuery('empty texts in a list', ['', 'x'], 'q=&q=x'),
  inQuery('an object in brackets', { a: 'b', c: true }, 'q%5Ba%5D=b&q%5Bc%5D=true', deep),
  inQuery('objects in brackets', { a: { b: { c: 'é' } } }, 'q%5Ba%5D%5Bb%5D%5Bc%5D=%C3%A9', deep),
  inQuery('a list in brackets', { a: [1, 2] }, 'q%5Ba%5D=1&q%5Ba%5D=2', deep),
  inQuery('a list of objects', [{ a: 1 }, { a: 2 }], 'q=%7B%22a%22%3A1%7D&q=%7B%22a%22%3A2%7D'),
  inQuery('lists in a list', [[1, 2], [3]], 'q=%5B1%2C2%5D&q=%5B3%5D'),
  inQuery('an object in an object', { a: { b: 1 } }, 'a=%7B%22b%22%3A1%7D'),
  inQuery('letters and signs', 'ä 日本 😀', 'q=%C3%A4%20%E6%97%A5%E6%9C%AC%20%F0%9F%98%80'),
  inQuery('quotes', `"it's"`, 'q=%22it%27s%22'),
  inQuery('code of shells', '$HOME `id` $(id) \\', 'q=%24HOME%20%60id%60%20%24%28id%29%20%5C'),
  inQuery('code of Ruby', '#{1} #$0', 'q=%23%7B1%7D%20%23%240'),
  inQuery('percent signs', '100% %41 %PATH%', 'q=100%25%20%2541%20%25PATH%25'),
  inQuery('lines', 'a\nb\r\nc\td', 'q=a%0Ab%0D%0Ac%09d'),
  inQuery('signs of queries', 'a&b=c;d+e?f#g', 'q=a%26b%3Dc%3Bd%2Be%3Ff%23g'),
  inQuery('what may stay', '/a:b?c@d', 'q=/a:b?c@d', { allowReserved: true }),
  inQuery('what may stay beside what may not', 'a&b=c#d+e', 'q=a%26b%3Dc%23d%2Be', { allowReserved: true }),
  inQuery('JSON', undefined, 'q=%7B%22a%22%3A%5B1%5D%7D', {
    content: { 'application/json': { example: { a: [1] } } },
    schema: undefined,
  }),
  inQuery('a text in JSON', undefined, 'q=%22a%22', {
    content: { 'application/json': { schema: { type: 'string', enum: ['a'] } } },
    schema: undefined,
  }),
  inQuery('a named example of a component', undefined, 'q=from%20afar', {
    examples: { one: { $ref: '#/components/examples/Afar' } },
  }),
  inQuery('the example of a schema of components', undefined, 'q=c1&q=c2', {
    schema: { type: 'array', items: { $ref: '#/components/schemas/Code' }, example: ['c1', 'c2'] },
  }),
  inQuery('the example of items', undefined, 'q=c7', {
    schema: { type: 'array', items: { $ref: '#/components/schemas/Code' } },
  }),
  inQuery('the example before the default', undefined, 'q=c7', {
    schema: { allOf: [{ $ref: '#/components/schemas/Code' }], default: 'other' },
  }),
  inQuery('an example elsewhere is not known', undefined, 'q=5', {
    examples: { one: { externalValue: 'https://a.test/example' } },
    schema: { type: 'integer', minimum: 5 },
  }),
  ...['ids[]', 'größe', 'a b', '$filter', 'a&b', "it's", 'x.y-z_'].map(
    (name): SentCase => ({
      title: `query: the name ${name}`,
      operation: parameter('query', name, [1, 2]),
      sent: { target: `/p?${[1, 2].map((n) => `${encodeName(name)}=${n}`).join('&')}` },
    }),
  ),
  {
    title: 'query: an operation replaces what its path says',
    item: parameter('query', 'q', 'path') as Json,
    operation: parameter('query', 'q', 'operation'),
    sent: { target: '/p?q=operation' },
  },
  {
    title: 'query: what a path says',
    item: parameter('query', 'q', 'path') as Json,
    operation: {},
    sent: { target: '/p?q=path' },
  },
  {
    title: 'query: what is not required',
    operation: parameter('query', 'q', 'x', { required: false }),
    sent: { target: '/p' },
  },
  {
    title: 'query: a path with a query',
    path: '/p?fixed=1',
    operation: parameter('query', 'q', 'x'),
    sent: { target: '/p?fixed=1&q=x' },
  },
  {
    title: 'query: a whole query',
    version: '3.2.0',
    operation: {
      parameters: [
        {
          name: 'all',
          in: 'querystring',
          required: true,
          content: { 'application/x-www-form-urlencoded': { example: { a: ['x y', 'z'], b: true } } },
        },
      ],
    },
    sent: { target: '/p?a=x%20y&a=z&b=true' },
  },
  {
    title: 'query: a whole query of JSON',
    version: '3.2.0',
    operation: {
      parameters: [
        {
          name: 'all',
          in: 'querystring',
          required: true,
          content: { 'application/json': { example: { a: 1 } } },
        },
      ],
    },
    sent: { target: '/p?%7B%22a%22%3A1%7D' },
  },
];

function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll("'", '%27');
}

const inPath = (title: string, example: unknown, segment: string, more: Json = {}): SentCase => ({
  title: `path: ${title}`,
  path: '/p/{id}/end',
  operation: parameter('path', 'id', example, more),
  sent: { target: `/p/${segment}/end` },
});

const matrix = { style: 'matrix' };
const label = { style: 'label' };
const exploded = { explode: true };

const PATHS: SentCase[] = [
  inPath('a text', 'a/b c.txt', 'a%2Fb%20c.txt'),
  inPath('a list', [3, 4, 5], '3,4,5'),
  inPath('an exploded list', [3, 4, 5], '3,4,5', exploded),
  inPath('an object', { R: 1, G: 'a,b' }, 'R,1,G,a%2Cb'),
  inPath('an exploded object', { R: 1, G: 'a=b' }, 'R=1,G=a%3Db', exploded),
  inPath('a label', 'x', '.x', label),
  inPath('a label of a list', [3, 4], '.3,4', label),
  inPath('a label of an exploded list', [3, 4], '.3.4', { ...label, ...exploded }),
  inPath('a label of an object', { R: 1, G: 2 }, '.R,1,G,2', label),
  inPath('a label of an exploded object', { R: 1, G: 2 }, '.R=1.G=2', { ...label, ...exploded }),
  inPath('a matrix', 'x', ';id=x', matrix),
  inPath('a matrix of an empty text', '', ';id', matrix),
  inPath('a matrix of a list', [3, 4], ';id=3,4', matrix),
  inPath('a matrix of an exploded list', [3, 4], ';id=3;id=4', { ...matrix, ...exploded }),
  inPath('a matrix of an exploded list with an empty text', ['', 'x'], ';id;id=x', {
    ...matrix,
    ...exploded,
  }),
  inPath('a matrix of an object', { R: 1, G: 2 }, ';id=R,1,G,2', matrix),
  inPath('a matrix of an exploded object', { R: 1, G: 2 }, ';R=1;G=2', { ...matrix, ...exploded }),
  inPath('a matrix of an exploded object with an empty text', { R: '', G: 2 }, ';R;G=2', {
    ...matrix,
    ...exploded,
  }),
  inPath('null in a list', [3, null, 4], '3,4'),
  inPath('null in an object', { R: null, G: 2 }, 'G,2'),
  inPath('null', null, 'id'),
  inPath('letters', 'ä日', '%C3%A4%E6%97%A5'),
  inPath('quotes and code', `"'$(id)\`\\`, '%22%27%24%28id%29%60%5C'),
  inPath('a percent sign', '50%', '50%25'),
  inPath('dots alone', '..', 'id'),
  inPath('JSON', undefined, '%7B%22a%22%3A1%7D', {
    schema: undefined,
    content: { 'application/json': { example: { a: 1 } } },
  }),
  {
    title: 'path: several in a segment',
    path: '/p/{a}.{b}/{a}',
    operation: {
      parameters: ['a', 'b'].map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: {},
        example: `${name}1`,
      })),
    },
    sent: { target: '/p/a1.b1/a1' },
  },
  {
    title: 'path: a parameter with the name of a part of the path',
    path: '/id/{id}/xidx',
    operation: parameter('path', 'id', 7),
    sent: { target: '/id/7/xidx' },
  },
  {
    title: 'path: names with signs',
    path: '/p/{user-id}/{größe}',
    operation: {},
    sent: { target: '/p/user-id/gr%C3%B6%C3%9Fe' },
  },
  {
    title: 'path: letters and spaces in the path',
    path: '/straße/a b',
    operation: {},
    sent: { target: '/stra%C3%9Fe/a%20b' },
  },
];

const inHeader = (title: string, example: unknown, value: string | undefined, more: Json = {}): SentCase => ({
  title: `header: ${title}`,
  operation: parameter('header', 'X-One', example, more),
  sent: { headers: { 'x-one': value } },
});

const HEADERS: SentCase[] = [
  inHeader('a text', 'a b', 'a b'),
  inHeader('a list', ['x', 'y'], 'x,y'),
  inHeader('an exploded list', ['x', 'y'], 'x,y', exploded),
  inHeader('an object', { R: 1, G: 2 }, 'R,1,G,2'),
  inHeader('an exploded object', { R: 1, G: 2 }, 'R=1,G=2', exploded),
  inHeader('a number', 7, '7'),
  inHeader('a boolean', false, 'false'),
  inHeader('null', null, undefined),
  inHeader('null in a list', ['x', null], 'x'),
  inHeader('quotes and code', `"it's" $(id) \`\\ #{1}%`, `"it's" $(id) \`\\ #{1}%`),
  inHeader('letters', 'ä', '%C3%A4'),
  inHeader('lines', 'a\nX-Two: b', 'a%0AX-Two: b'),
  inHeader('JSON', undefined, '{"a":[1]}', {
    schema: undefined,
    content: { 'application/json': { example: { a: [1] } } },
  }),
  ...['Accept', 'Content-Type', 'Authorization'].map(
    (name): SentCase => ({
      title: `header: ${name} is no parameter`,
      method: 'post',
      operation: {
        ...parameter('header', name, 'text/x-other'),
        requestBody: { content: { 'text/plain': { example: 'x' } } },
      },
      sent: { body: 'x', headers: { 'content-type': 'text/plain', authorization: undefined } },
    }),
  ),
  {
    title: 'header: a name with signs',
    operation: parameter('header', "X-$'One`", 'x'),
    sent: { headers: { "x-$'one`": 'x' } },
  },
];

const inCookie = (
  title: string,
  example: unknown,
  cookie: string | undefined,
  more: Json = {},
): SentCase => ({
  title: `cookie: ${title}`,
  operation: parameter('cookie', 'c', example, more),
  sent: { headers: { cookie } },
});

const raw = { style: 'cookie' };

const COOKIES: SentCase[] = [
  inCookie('a text', 'a b;c', 'c=a%20b%3Bc'),
  inCookie('a list', ['x', 'y'], 'c=x; c=y'),
  inCookie('a joined list', ['x', 'y,z'], 'c=x,y%2Cz', flat),
  inCookie('an object', { R: 1, G: 2 }, 'R=1; G=2'),
  inCookie('a joined object', { R: 1, G: 2 }, 'c=R,1,G,2', flat),
  inCookie('no items', [], undefined),
  inCookie('null', null, undefined),
  inCookie('letters and quotes', `ä"'`, 'c=%C3%A4%22%27'),
  { ...inCookie('as it is', 'a=b/c', 'c=a=b/c', raw), version: '3.2.0' },
  { ...inCookie('an object as it is', { R: 1, G: 2 }, 'R=1; G=2', raw), version: '3.2.0' },
  inCookie('JSON', undefined, 'c=%7B%22a%22%3A1%7D', {
    schema: undefined,
    content: { 'application/json': { example: { a: 1 } } },
  }),
  {
    title: 'cookie: several with a key',
    operation: {
      parameters: ['c', 'd'].map((name) => ({
        name,
        in: 'cookie',
        required: true,
        schema: {},
        example: name,
      })),
      security: [{ cookie: [] }],
    },
    sent: { headers: { cookie: 'c=c; d=d; session=YOUR_API_KEY' } },
  },
];

const inBody = (
  title: string,
  [mediaType, content]: [string, Json],
  sent: ExpectedRequest,
  more: Partial<SentCase> = {},
): SentCase => ({
  title: `${mediaType}: ${title}`,
  method: 'post',
  operation: { requestBody: { required: true, content: { [mediaType]: content } } },
  ...more,
  sent: {
    headers:
      mediaType.includes('*') || mediaType.startsWith('multipart/') ? {} : { 'content-type': mediaType },
    ...sent,
  },
});

const FORM = 'application/x-www-form-urlencoded';
const form = (title: string, example: unknown, pairs: string[], encoding?: Json): SentCase =>
  inBody(title, [FORM, { example, ...(encoding ? { encoding: { f: encoding } } : {}) }], { form: pairs });

const FORMS: SentCase[] = [
  form('a text', { f: 'a b&c=d' }, ['f=a b&c=d']),
  form('a list', { f: ['x', 'y'] }, ['f=x', 'f=y']),
  form('an object', { f: { k: 'v' } }, ['f={"k":"v"}']),
  form('a list of objects', { f: [{ a: 1 }, { a: 2 }] }, ['f={"a":1}', 'f={"a":2}']),
  form('an object with a type', { f: { k: 1 } }, ['f={"k":1}'], { contentType: 'application/json' }),
  form('a list of objects with a type', { f: [{ a: 1 }, { a: 2 }] }, ['f={"a":1}', 'f={"a":2}'], {
    contentType: 'application/json',
  }),
  form('an exploded object', { f: { R: 1, G: 2 } }, ['R=1', 'G=2'], { style: 'form', explode: true }),
  form('a joined object', { f: { R: 1, G: 2 } }, ['f=R,1,G,2'], { style: 'form', explode: false }),
  form('a joined list', { f: ['x', 'y'] }, ['f=x,y'], { explode: false }),
  form('a list with bars', { f: ['x', 'y'] }, ['f=x|y'], { style: 'pipeDelimited' }),
  form('a list with spaces', { f: ['x', 'y'] }, ['f=x y'], { style: 'spaceDelimited', explode: false }),
  form('an object with brackets', { f: { a: { b: 'c&d' } } }, ['f[a][b]=c&d'], {
    style: 'deepObject',
    explode: true,
  }),
  form('what may stay', { f: '/a?b=c&d' }, ['f=/a?b=c&d'], { allowReserved: true }),
  form('no items', { f: [], g: 1 }, ['g=1']),
  form('no fields', { f: {}, g: 1 }, ['f={}', 'g=1']),
  form('null', { f: null, g: 1 }, ['g=1']),
  form('booleans and numbers', { f: false, g: 0, h: 1.5 }, ['f=false', 'g=0', 'h=1.5']),
  form('an empty text', { f: '', g: '' }, ['f=', 'g=']),
  form('letters, quotes and code', { 'größe "x"': `'"\`$(id)\\#{1}%41\n+` }, [
    `größe "x"='"\`$(id)\\#{1}%41\n+`,
  ]),
  form('names with brackets', { 'a[]': [1, 2], 'b[c]': 3 }, ['a[]=1', 'a[]=2', 'b[c]=3']),
  { ...form('nothing', {}, []), sent: { form: [] } },
];

const PICTURE = 'file.png';
const parts = (
  title: string,
  properties: Json,
  expected: ExpectedPart[],
  { example, encoding, more }: { example?: Json; encoding?: Json; more?: Partial<SentCase> } = {},
): SentCase =>
  inBody(
    title,
    [
      'multipart/form-data',
      {
        schema: object(properties),
        ...(example ? { example } : {}),
        ...(encoding ? { encoding } : {}),
      },
    ],
    { parts: expected },
    more,
  );

const MULTIPARTS: SentCase[] = [
  parts('a file of 3.0', { f: FILE }, [{ name: 'f', text: PICTURE, fileName: 'file.png' }], {
    more: { version: '3.0.3' },
  }),
  parts(
    'a file that nothing is said of',
    { f: {} },
    [{ name: 'f', text: PICTURE, fileName: 'file.png', type: 'image/png' }],
    {
      encoding: { f: { contentType: 'image/png' } },
    },
  ),
  parts('a file with a type', { f: { type: 'string', contentMediaType: 'image/png' } }, [
    { name: 'f', text: PICTURE, fileName: 'file.png', type: 'image/png' },
  ]),
  parts('several files', { f: { type: 'array', items: FILE, minItems: 2 } }, [
    { name: 'f', text: PICTURE, fileName: 'file.png' },
    { name: 'f', text: PICTURE, fileName: 'file.png' },
  ]),
  parts('files beside texts', { a: { ...text, example: 'x' }, f: FILE, n: { type: 'integer', minimum: 3 } }, [
    { name: 'a', text: 'x' },
    { name: 'f', text: PICTURE },
    { name: 'n', text: '3' },
  ]),
  parts('a text in base64', { f: { type: 'string', contentEncoding: 'base64', example: 'aGk=' } }, [
    { name: 'f', text: 'aGk=' },
  ]),
  parts(
    'a list',
    { f: { type: 'array', items: text } },
    [
      { name: 'f', text: 'x' },
      { name: 'f', text: 'y' },
    ],
    {
      example: { f: ['x', 'y'] },
    },
  ),
  parts(
    'a list of objects',
    { f: { type: 'array', items: object({ a: {} }) } },
    [
      { name: 'f', text: '{"a":1}', type: 'application/json' },
      { name: 'f', text: '{"a":2}', type: 'application/json' },
    ],
    { example: { f: [{ a: 1 }, { a: 2 }] } },
  ),
  parts(
    'an object',
    { f: object({ a: {} }) },
    [{ name: 'f', text: '{"a":{"b":"c"}}', type: 'application/json' }],
    {
      example: { f: { a: { b: 'c' } } },
    },
  ),
  parts(
    'XML',
    { f: object({ a: text }) },
    [{ name: 'f', text: '<f><a>x</a></f>', type: 'application/xml' }],
    {
      example: { f: '<f><a>x</a></f>' },
      encoding: { f: { contentType: 'application/xml; charset=utf-8' } },
    },
  ),
  parts('a joined list', { f: { type: 'array', items: text } }, [{ name: 'f', text: 'x,y' }], {
    example: { f: ['x', 'y'] },
    encoding: { f: { style: 'form', explode: false } },
  }),
  parts(
    'an object with brackets',
    { f: object({ a: text }) },
    [
      { name: 'f[a]', text: 'x' },
      { name: 'f[b][c]', text: '1' },
    ],
    {
      example: { f: { a: 'x', b: { c: 1 } } },
      encoding: { f: { style: 'deepObject', explode: true } },
    },
  ),
  parts('null and nothing', { f: text, g: text, h: { type: 'array' } }, [{ name: 'g', text: '' }], {
    example: { f: null, g: '', h: [] },
  }),
  parts(
    'booleans and numbers',
    { f: {}, g: {} },
    [
      { name: 'f', text: 'true' },
      { name: 'g', text: '0' },
    ],
    {
      example: { f: true, g: 0 },
    },
  ),
  parts(
    'headers of parts',
    { f: FILE, g: text },
    [
      { name: 'f', text: PICTURE, type: 'image/png', headers: { 'x-part': 'one' } },
      { name: 'g', text: 'x' },
    ],
    {
      example: { f: 'x', g: 'x' },
      encoding: {
        f: {
          contentType: 'image/png',
          headers: {
            'X-Part': { required: true, schema: { type: 'string', enum: ['one'] } },
            'X-Not': { schema: text },
            'Content-Type': { schema: text, required: true },
          },
        },
      },
    },
  ),
  parts(
    'headers of a text',
    { g: text },
    [{ name: 'g', text: `it's "x" $y`, headers: { 'x-part': `a"b'c` } }],
    {
      example: { g: `it's "x" $y` },
      encoding: { g: { headers: { 'X-Part': { required: true, example: `a"b'c` } } } },
    },
  ),
  parts('letters, quotes and code', { f: text }, [{ name: 'f', text: `ä '"\`$(id)\\#{1}%41;type=x` }], {
    example: { f: `ä '"\`$(id)\\#{1}%41;type=x` },
  }),
  parts(
    'a text with a type and lines',
    { f: text },
    [{ name: 'f', text: 'a,"b"\n1;\\2', type: 'text/csv' }],
    {
      example: { f: 'a,"b"\n1;\\2' },
      encoding: { f: { contentType: 'text/csv' } },
    },
  ),
  inBody(
    'parts with names',
    [
      'multipart/mixed',
      {
        schema: object({ id: text, meta: object({ a: {} }), f: FILE }),
        example: { id: 'x', meta: { a: 1 }, f: '' },
      },
    ],
    {
      headers: { 'content-type': 'multipart/mixed' },
      parts: [
        { name: 'id', text: 'x' },
        { name: 'meta', text: '{"a":1}', type: 'application/json' },
        { name: 'f', text: PICTURE },
      ],
    },
    { version: '3.0.3' },
  ),
  inBody(
    'metadata and a file',
    [
      'multipart/related',
      {
        schema: object({ metadata: object({ name: text }), media: FILE }),
        example: { metadata: { name: "it's ä" }, media: '' },
        encoding: {
          metadata: { contentType: 'application/json; charset=UTF-8' },
          media: { contentType: 'image/png' },
        },
      },
    ],
    {
      headers: { 'content-type': 'multipart/related' },
      parts: [
        { name: 'metadata', text: `{"name":"it's ä"}`, type: 'application/json' },
        { name: 'media', text: PICTURE, type: 'image/png' },
      ],
    },
  ),
  inBody(
    'parts in an order',
    [
      'multipart/mixed',
      {
        schema: { type: 'array', prefixItems: [object({ a: {} }), FILE] },
        example: [{ a: 1 }, ''],
        prefixEncoding: [{ contentType: 'application/json' }, { contentType: 'image/png' }],
      },
    ],
    {
      headers: { 'content-type': 'multipart/mixed' },
      parts: [
        { text: '{"a":1}', type: 'application/json' },
        { text: PICTURE, type: 'image/png' },
      ],
    },
    { version: '3.2.0' },
  ),
  inBody(
    'a form in a part',
    [
      'multipart/form-data',
      {
        schema: object({ form: object({ list: { type: 'array', items: text }, other: {} }) }),
        example: { form: { list: ['a', "it's"], other: 1 } },
        encoding: {
          form: {
            contentType: 'application/x-www-form-urlencoded',
            encoding: { list: { style: 'form', explode: false } },
          },
        },
      },
    ],
    {
      parts: [{ name: 'form', text: "list=a%2Cit's&other=1", type: 'application/x-www-form-urlencoded' }],
    },
    { version: '3.2.0' },
  ),
  inBody(
    'parts in a part',
    [
      'multipart/form-data',
      {
        schema: object({ parts: { type: 'array' } }),
        example: { parts: ['a,b', { c: 1 }] },
        encoding: {
          parts: { contentType: 'multipart/mixed', prefixEncoding: [{ contentType: 'text/csv' }] },
        },
      },
    ],
    {
      parts: [
        {
          name: 'parts',
          type: 'multipart/mixed',
          text: [
            '--form-boundary-7d1c9a\nContent-Type: text/csv\n\na,b',
            '--form-boundary-7d1c9a\nContent-Type: application/json\n\n{"c":1}',
            '--form-boundary-7d1c9a--\n',
          ].join('\n'),
        },
      ],
    },
    { version: '3.2.0' },
  ),
];

const TEXT = `it's "x" \`y\` $HOME $(id) #{1} #$0 %41 100% \\n \\u0041 ä😀`;

const BODIES: SentCase[] = [
  inBody(
    'bytes of 3.0',
    ['application/octet-stream', { schema: FILE }],
    { body: 'file.bin' },
    { version: '3.0.3' },
  ),
  inBody('bytes of 3.1', ['application/octet-stream', {}], { body: 'file.bin' }),
  inBody('bytes of an empty schema', ['application/octet-stream', { schema: {} }], { body: 'file.bin' }),
  inBody(
    'bytes with a type',
    [
      'application/octet-stream',
      { schema: { type: 'string', contentMediaType: 'application/octet-stream' } },
    ],
    { body: 'file.bin' },
  ),
  inBody('bytes as a text', ['application/octet-stream', { schema: { type: 'string' } }], {
    body: 'file.bin',
  }),
  inBody('a picture', ['image/png', {}], { body: 'file.png' }),
  inBody('a picture of any type', ['image/*', {}], {
    body: 'file.png',
    headers: { 'content-type': 'image/png' },
  }),
  inBody('a document', ['application/pdf', { schema: {} }], { body: 'file.pdf' }),
  inBody(
    'base64',
    ['application/octet-stream', { schema: { type: 'string', contentEncoding: 'base64', example: 'aGk=' } }],
    { body: 'aGk=' },
  ),
  inBody('packed objects', ['application/cbor', { schema: object({ a: { type: 'integer' } }) }], {
    body: 'file.cbor',
  }),
  inBody('an object in a line', ['application/x-ndjson', { example: { a: 1, b: { c: 2 } } }], {
    body: '{"a":1,"b":{"c":2}}',
  }),
  inBody('objects in lines', ['application/x-ndjson', { example: [{ a: 1 }, { a: "it's" }] }], {
    body: `{"a":1}\n{"a":"it's"}`,
  }),
  inBody('objects in lines as given', ['application/jsonl', { example: '{"a":1}\n{"a":2}\n' }], {
    body: '{"a":1}\n{"a":2}\n',
  }),
  inBody(
    'events',
    [
      'text/event-stream',
      {
        example: [
          { event: 'x', data: 'a\nb' },
          { data: { c: 1 }, id: 7 },
        ],
      },
    ],
    { body: 'event: x\ndata: a\ndata: b\n\ndata: {"c":1}\nid: 7\n\n' },
  ),
  inBody('objects of a sequence', ['application/json-seq', { example: [{ a: 1 }, { a: 2 }] }], {
    body: '\x1e{"a":1}\n\x1e{"a":2}\n',
  }),
  inBody('lines', ['text/csv', { example: 'a,"b"\n1,2\n' }], { body: 'a,"b"\n1,2\n' }),
  inBody('a document', ['application/xml', { example: `<?xml version="1.0"?>\n<a b="c">it's</a>` }], {
    body: `<?xml version="1.0"?>\n<a b="c">it's</a>`,
  }),
  inBody(
    'a patch',
    ['application/merge-patch+json', { example: { a: null, b: "it's" } }],
    { body: '{"a":null,"b":"it\'s"}' },
    { method: 'patch' },
  ),
  inBody(
    'a list of patches',
    ['application/json-patch+json', { example: [{ op: 'add', path: '/a/~1', value: null }] }],
    { body: '[{"op":"add","path":"/a/~1","value":null}]' },
    { method: 'patch' },
  ),
  inBody('a query', ['application/graphql', { example: 'query {\n  a(b: "c$d") { e }\n}' }], {
    body: 'query {\n  a(b: "c$d") { e }\n}',
  }),
  inBody('JSON as YAML', ['application/yaml', { example: 'a: 1\nb: [x]\n' }], { body: 'a: 1\nb: [x]\n' }),
  inBody('a text', ['text/plain', { example: TEXT }], { body: TEXT }),
  inBody('lines', ['text/plain', { example: `${TEXT}\n\n  ${TEXT}\n` }], { body: `${TEXT}\n\n  ${TEXT}\n` }),
  inBody('control characters', ['text/plain', { example: 'a\tb\x01c\x1b[0m\rd' }], {
    body: 'a\tb\x01c\x1b[0m\rd',
  }),
  inBody('a text that is a file for curl', ['text/plain', { example: '@file.png' }], { body: '@file.png' }),
  inBody('a text that is an option', ['text/plain', { example: '--help' }], { body: '--help' }),
  inBody('no text', ['text/plain', { example: '' }], { method: 'POST', body: '' }),
  inBody('a long text', ['text/plain', { example: `${'x y'.repeat(2000)}\n${TEXT}` }], {
    body: `${'x y'.repeat(2000)}\n${TEXT}`,
  }),
  inBody(
    'names and values',
    ['application/json', { example: { 'ä "x"': [TEXT, null, true, 0, -1.5, [], {}] } }],
    { body: JSON.stringify({ 'ä "x"': [TEXT, null, true, 0, -1.5, [], {}] }) },
  ),
  ...[null, false, 0, '', [], {}, 'text'].map((example) =>
    inBody(`${JSON.stringify(example)}`, ['application/json', { example }], {
      body: JSON.stringify(example),
    }),
  ),
  inBody('with parameters', ['application/json; charset=utf-8', { example: { a: 1 } }], {
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  }),
  inBody('of any type', ['*/*', { example: { a: 1 } }], {
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  }),
  inBody('a name that is not plain', ['application/json', { example: { __proto__x: 1, constructor: 2 } }], {
    body: '{"__proto__x":1,"constructor":2}',
  }),
];

const withMethod = (method: string, more: Partial<SentCase> = {}): SentCase => ({
  title: `method: ${method}`,
  method,
  operation: {},
  ...more,
  sent: { method: method.toUpperCase(), ...more.sent },
});
const JSON_BODY = { requestBody: { content: { 'application/json': { example: { a: 1 } } } } };

const METHODS: SentCase[] = [
  ...['get', 'put', 'post', 'delete', 'options', 'head', 'patch'].map((method) => withMethod(method)),
  withMethod('trace', { without: ['JavaScript'] }),
  withMethod('get', {
    title: 'method: get with a body',
    operation: JSON_BODY,
    sent: { body: '{"a":1}' },
    without: ['JavaScript'],
  }),
  withMethod('delete', {
    title: 'method: delete with a body',
    operation: JSON_BODY,
    sent: { body: '{"a":1}' },
  }),
  withMethod('query', { version: '3.2.0', operation: JSON_BODY, sent: { body: '{"a":1}' } }),
  ...['COPY', 'M-SEARCH', 'REPORT'].map((method) =>
    withMethod(method, { version: '3.2.0', item: { additionalOperations: { [method]: {} } } }),
  ),
];

const KEYS = { 'x-key': undefined, authorization: undefined, cookie: undefined };
const withSecurity = (title: string, security: Json[], sent: ExpectedRequest): SentCase => ({
  title: `security: ${title}`,
  operation: { security },
  sent: { target: '/p', ...sent, headers: { ...KEYS, ...sent.headers } },
});

const SECURITY: SentCase[] = [
  withSecurity('nothing', [], {}),
  withSecurity('nothing first', [{}, { bearer: [] }], {}),
  withSecurity('nothing last', [{ bearer: [] }, {}], { headers: { authorization: 'Bearer YOUR_TOKEN' } }),
  withSecurity('a key in a header', [{ header: [] }], { headers: { 'x-key': 'YOUR_API_KEY' } }),
  withSecurity('a key in the query', [{ query: [] }], { target: '/p?api%20key=YOUR_API_KEY' }),
  withSecurity('a key in a cookie', [{ cookie: [] }], { headers: { cookie: 'session=YOUR_API_KEY' } }),
  withSecurity('basic', [{ basic: [] }], { headers: { authorization: 'Basic YOUR_CREDENTIALS' } }),
  withSecurity('bearer', [{ bearer: [] }], { headers: { authorization: 'Bearer YOUR_TOKEN' } }),
  withSecurity('digest', [{ digest: [] }], { headers: { authorization: 'Digest YOUR_CREDENTIALS' } }),
  withSecurity('OAuth with scopes', [{ oauth: ['a', 'b'] }], {
    headers: { authorization: 'Bearer YOUR_TOKEN' },
  }),
  withSecurity('OpenID Connect', [{ openId: [] }], { headers: { authorization: 'Bearer YOUR_TOKEN' } }),
  withSecurity('all of several', [{ header: [], query: [], cookie: [], basic: [] }], {
    target: '/p?api%20key=YOUR_API_KEY',
    headers: {
      'x-key': 'YOUR_API_KEY',
      cookie: 'session=YOUR_API_KEY',
      authorization: 'Basic YOUR_CREDENTIALS',
    },
  }),
  withSecurity('one of several', [{ header: [] }, { basic: [] }], { headers: { 'x-key': 'YOUR_API_KEY' } }),
  withSecurity('a scheme that is not described', [{ missing: [] }], {}),
];

export const SENT_CASES: readonly SentCase[] = [
  ...QUERIES,
  ...PATHS,
  ...HEADERS,
  ...COOKIES,
  ...FORMS,
  ...MULTIPARTS,
  ...BODIES,
  ...METHODS,
  ...SECURITY,
];
