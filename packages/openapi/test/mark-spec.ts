/**
 * A walk through a spec as it is written, of any version, that shares no code with what describes specs to readers. It
 * gives every part a word of its own, so that the parts that readers see can be counted.
 */
type Json = Record<string, unknown>;

interface Mark {
  word: string;
  /** The kind of part, such as “description of a header”. */
  what: string;
  /** Whether it is in a part that is marked as internal. */
  isHidden: boolean;
}

const INTERNAL = ['x-internal', 'x-gitbook-ignore'];

interface SchemaPlace {
  /** Whether its own notes are shown: of those of several parts that hold at once, only one is. */
  isAlone: boolean;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const recordOf = (value: unknown): Json => (isObject(value) ? value : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const withoutExtensions = (value: unknown): [string, unknown][] =>
  Object.entries(recordOf(value)).filter(([name]) => !name.startsWith('x-'));

const METHODS = 'get put post delete options head patch trace query'.split(' ');
const ALONE: SchemaPlace = { isAlone: true };

export interface MarkedSpec {
  marks: Mark[];
  /** The names of fields, parameters, headers, links and allowed values. */
  names: Mark[];
  /** The parts that can be marked as internal. */
  parts: Json[];
}

/** Changes the spec. `prefix` begins each word, and is in no other text of it. */
export function markSpec(spec: Json, prefix: string): MarkedSpec {
  const walk = new Walk(spec, prefix);
  walk.all();
  // What is not found without the internal parts is hidden.
  walk.isHidden = true;
  walk.all();
  return { marks: walk.marks, names: walk.names, parts: walk.parts };
}

/** The first place in a spec where a name or a text stands. */
export function findPlace(value: unknown, word: string): string {
  if (typeof value !== 'object' || value === null) return String(value).includes(word) ? '/' : '';
  for (const [key, inner] of Object.entries(value)) {
    if (key === word) return `/${key}`;
    const found = findPlace(inner, word);
    if (found !== '') return `/${key}${found}`;
  }
  return '';
}

class Walk {
  readonly marks: Mark[] = [];
  readonly names: Mark[] = [];
  readonly parts: Json[] = [];
  /** Whether parts that are marked as internal are walked through, too. */
  isHidden = false;
  readonly #spec: Json;
  readonly #prefix: string;
  readonly #isOld: boolean;
  readonly #seen = new Set<unknown>();

  constructor(spec: Json, prefix: string) {
    this.#spec = spec;
    this.#prefix = prefix;
    this.#isOld = typeof spec.swagger === 'string' || String(spec.openapi).startsWith('3.0');
  }

  all(): void {
    const { tags, servers, paths, webhooks, components, definitions, securityDefinitions } = this.#spec;
    for (const tag of listOf(tags))
      this.#visit(tag, (found) => {
        this.#note(found, 'description', 'a tag');
        this.#docs(found, 'a tag');
      });
    // Those that all paths replace are not shown.
    const items = Object.values(recordOf(paths)).map((item) => this.#follow(item));
    const inherits = (item: Json): boolean =>
      listOf(item.servers).length === 0 && METHODS.some((method) => isObject(item[method]));
    if (items.length === 0 || items.some(inherits)) this.#servers(servers);
    for (const [name, item] of [...withoutExtensions(paths), ...withoutExtensions(webhooks)])
      this.#visit(item, (found) => {
        if (this.#pathItem(found)) this.#name(name.replace(/^\//, ''), 'path or webhook');
      });
    const { schemas, securitySchemes } = recordOf(components);
    for (const schema of Object.values(recordOf(schemas ?? definitions))) this.#schema(schema, ALONE);
    for (const scheme of Object.values(recordOf(securitySchemes ?? securityDefinitions)))
      this.#visit(scheme, (found) => this.#securityScheme(found));
  }

  #word(what: string): string {
    const word = `${this.#prefix}${this.marks.length}z`;
    this.marks.push({ word, what, isHidden: this.isHidden });
    return word;
  }

  #name(name: unknown, what: string): void {
    if (typeof name === 'string') this.names.push({ word: name, what, isHidden: this.isHidden });
  }

  /** Whether a part, or one to which it refers, is marked as internal. */
  #isInternal(value: unknown): boolean {
    for (let found = value; isObject(found); found = this.#find(found.$ref)) {
      if (INTERNAL.some((mark) => (found as Json)[mark] === true)) return true;
      if (typeof found.$ref !== 'string') return false;
    }
    return false;
  }

  #isLeftOut(value: unknown): boolean {
    return !this.isHidden && this.#isInternal(value);
  }

  #note(of: Json, key: string, what: string): void {
    of[key] = this.#word(`${key} of ${what}`);
  }

  #docs(of: Json, what: string): void {
    if (isObject(of.externalDocs) && !this.#isLeftOut(of.externalDocs))
      of.externalDocs.url = `https://docs.example/${this.#word(`external docs of ${what}`)}`;
  }

  /** Visits a part once, where it is written. */
  #visit(value: unknown, visit: (found: Json) => void): void {
    if (this.#isLeftOut(value)) return;
    let found = value;
    while (isObject(found) && typeof found.$ref === 'string') found = this.#find(found.$ref);
    if (!isObject(found) || this.#seen.has(found)) return;
    this.#seen.add(found);
    if (!this.isHidden) this.parts.push(found);
    visit(found);
  }

  #find(ref: unknown): unknown {
    if (typeof ref !== 'string' || !ref.startsWith('#/')) return undefined;
    return ref
      .slice(2)
      .split('/')
      .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((found, key) => (found as Json | undefined)?.[key], this.#spec);
  }

  #each(values: unknown, visit: (found: Json) => void): void {
    for (const [, value] of Array.isArray(values) ? values.entries() : withoutExtensions(values))
      this.#visit(value, visit);
  }

  /** Whether it has operations that are not left out. */
  #pathItem(item: Json): boolean {
    const operations = [
      ...METHODS.map((method) => item[method]),
      ...Object.values(recordOf(item.additionalOperations)),
    ];
    if (!operations.some((operation) => isObject(operation) && !this.#isLeftOutOperation(operation)))
      return false;
    this.#note(item, 'description', 'a path');
    this.#note(item, 'summary', 'a path');
    const shown = operations.filter(isObject).filter((operation) => !this.#isLeftOutOperation(operation));
    // What every operation has of its own is not shown.
    const parameters = listOf(item.parameters).filter((parameter) =>
      shown.some((operation) => !this.#overrides(operation, parameter)),
    );
    this.#each(parameters, (parameter) => this.#parameter(parameter, 'a parameter'));
    if (shown.some(({ servers }) => listOf(servers).length === 0)) this.#servers(item.servers);
    for (const operation of operations)
      if (!this.#isLeftOutOperation(operation)) this.#visit(operation, (found) => this.#operation(found));
    return true;
  }

  #overrides(operation: Json, parameter: unknown): boolean {
    const { name, in: place } = this.#follow(parameter);
    return listOf(operation.parameters)
      .map((one) => this.#follow(one))
      .some((one) => one.name === name && one.in === place);
  }

  #follow(value: unknown): Json {
    let found = recordOf(value);
    while (typeof found.$ref === 'string') found = recordOf(this.#find(found.$ref));
    return found;
  }

  #isLeftOutOperation(operation: unknown): boolean {
    const tags = listOf(recordOf(operation).tags);
    const isOfHiddenTags =
      tags.length > 0 &&
      tags.every((name) =>
        listOf(this.#spec.tags).some((tag) => recordOf(tag).name === name && this.#isInternal(tag)),
      );
    return this.#isLeftOut(operation) || (isOfHiddenTags && !this.isHidden);
  }

  #operation(operation: Json): void {
    this.#note(operation, 'summary', 'an operation');
    this.#note(operation, 'description', 'an operation');
    this.#docs(operation, 'an operation');
    this.#each(operation.parameters, (parameter) => this.#parameter(parameter, 'a parameter'));
    this.#visit(operation.requestBody, (body) => {
      this.#note(body, 'description', 'a body');
      this.#contents(body);
    });
    this.#each(operation.responses, (response) => this.#response(response));
    this.#each(operation.callbacks, (callback) => this.#each(callback, (item) => this.#pathItem(item)));
    this.#servers(operation.servers);
    for (const sample of listOf(operation['x-codeSamples']))
      this.#visit(sample, (found) => this.#note(found, 'source', 'a sample'));
  }

  #parameter(parameter: Json, what: string): void {
    this.#note(parameter, 'description', what);
    this.#name(parameter.name, `name of ${what}`);
    // The schema of a parameter is the parameter: its own notes are worth less.
    if (parameter.schema !== undefined) this.#schema(parameter.schema, { isAlone: parameter.in === 'body' });
    // Version 2.0 has the keywords of the schema here.
    else if (parameter.content === undefined && this.#spec.swagger !== undefined) this.#values(parameter);
    this.#contents(parameter, false);
    this.#examples(parameter, parameter.schema);
  }

  #response(response: Json): void {
    this.#note(response, 'description', 'a response');
    if (this.#spec.openapi !== undefined && String(this.#spec.openapi).startsWith('3.2'))
      this.#note(response, 'summary', 'a response');
    this.#each(response.headers, (header) => this.#parameter(header, 'a header'));
    this.#each(response.links, (link) => this.#note(link, 'description', 'a link'));
    for (const key of ['headers', 'links'])
      for (const [name, part] of withoutExtensions(response[key]))
        if (!this.#isLeftOut(part)) this.#name(name, `name in ${key}`);
    if (response.schema !== undefined) this.#schema(response.schema, ALONE);
    this.#contents(response);
  }

  #contents(of: Json, isAlone = true): void {
    for (const content of Object.values(recordOf(of.content)))
      this.#visit(content, (found) => {
        // Where both describe the items, they hold at once.
        const isOnly = found.schema === undefined || found.itemSchema === undefined;
        if (found.schema !== undefined) this.#schema(found.schema, { isAlone: isAlone && isOnly });
        if (found.itemSchema !== undefined) this.#schema(found.itemSchema, { isAlone: isOnly });
        this.#examples(found, found.schema ?? found.itemSchema);
        this.#encodings(found);
      });
  }

  /** How the parts of a content or of a part are sent. */
  #encodings(of: Json): void {
    for (const encodings of [of.encoding, of.prefixEncoding, [of.itemEncoding]])
      this.#each(encodings, (encoding) => {
        if (typeof encoding.contentType === 'string')
          encoding.contentType = `text/${this.#word('type of a part')}`;
        for (const [name, header] of withoutExtensions(encoding.headers))
          if (!this.#isLeftOut(header)) this.#name(name, 'name of a header of a part');
        this.#each(encoding.headers, (header) => this.#parameter(header, 'a header of a part'));
        this.#encodings(encoding);
      });
  }

  /** What only an internal schema describes is internal as well. */
  #examples(of: Json, schema: unknown): void {
    if (this.#isLeftOut(schema)) return;
    if (typeof of.example === 'string' && of.examples === undefined) of.example = this.#word('example');
    for (const example of Object.values(recordOf(of.examples)))
      this.#visit(example, (found) => {
        if (found.value === undefined && found.dataValue === undefined && found.serializedValue === undefined)
          return;
        this.#note(found, 'summary', 'an example');
        this.#note(found, 'description', 'an example');
        if (typeof found.value === 'string') found.value = this.#word('value of an example');
      });
  }

  #servers(servers: unknown): void {
    for (const server of listOf(servers))
      this.#visit(server, (found) => {
        this.#note(found, 'description', 'a server');
        this.#each(found.variables, (variable) =>
          this.#note(variable, 'description', 'a variable of a server'),
        );
      });
  }

  #securityScheme(scheme: Json): void {
    this.#note(scheme, 'description', 'a security scheme');
    if (isObject(scheme.scopes)) this.#scopes(scheme);
    this.#each(scheme.flows, (flow) => this.#scopes(flow));
  }

  #scopes(flow: Json): void {
    for (const name of Object.keys(recordOf(flow.scopes)))
      recordOf(flow.scopes)[name] = this.#word('meaning of a scope');
  }

  #schema(schema: unknown, { isAlone }: SchemaPlace): void {
    if (!isObject(schema) || this.#seen.has(schema) || this.#isLeftOut(schema)) return;
    this.#seen.add(schema);
    if (!this.isHidden) this.parts.push(schema);
    if (typeof schema.$ref === 'string') {
      this.#schema(this.#find(schema.$ref), ALONE);
      if (!this.#isOld && isAlone) this.#note(schema, 'description', 'a reference to a schema');
      if (this.#isOld) return;
    }
    if (isAlone) this.#ownNotes(schema);
    const shared = this.#sharedNames(schema);
    for (const [name, field] of Object.entries(recordOf(schema.properties))) {
      if (!this.#isLeftOut(field)) this.#name(name, 'name of a field');
      this.#schema(field, { isAlone: isAlone && !shared.has(name) });
    }
    for (const [name, needed] of Object.entries(recordOf(schema.dependentRequired)))
      for (const one of [name, ...listOf(needed)]) this.#name(one, 'name of a required field');
    for (const value of listOf(schema.enum)) this.#name(value, 'allowed value');
    for (const key of ['patternProperties', 'dependentSchemas'])
      for (const field of Object.values(recordOf(schema[key]))) this.#schema(field, { isAlone });
    for (const key of ['items', 'additionalProperties', 'unevaluatedProperties', 'contains', 'not'])
      this.#schema(schema[key], { isAlone });
    for (const key of ['contentSchema', 'unevaluatedItems']) this.#schema(schema[key], { isAlone });
    const isConditional = schema.if !== undefined && !this.#isLeftOut(schema.if);
    if (isConditional) for (const key of ['then', 'else']) this.#schema(schema[key], { isAlone });
    const cases = [schema.then, schema.else].filter((one) => one !== undefined && !this.#isLeftOut(one));
    if (cases.length > 0) this.#schema(schema.if, { isAlone });
    for (const item of listOf(schema.prefixItems)) this.#schema(item, { isAlone });
    for (const key of ['oneOf', 'anyOf']) {
      const options = listOf(schema[key]).filter(
        (option) => recordOf(option).type !== 'null' && !this.#isLeftOut(option),
      );
      for (const option of options) this.#schema(option, { isAlone: isAlone && options.length > 1 });
    }
    for (const part of listOf(schema.allOf)) this.#schema(part, { isAlone: false });
  }

  #ownNotes(schema: Json): void {
    if (typeof schema.$ref !== 'string') this.#note(schema, 'description', 'a schema');
    this.#docs(schema, 'a schema');
    this.#values(schema);
  }

  #values(schema: Json): void {
    if (Array.isArray(schema.enum))
      schema['x-enumDescriptions'] = Object.fromEntries(
        [...new Set(schema.enum.map(String))].map((value) => [value, this.#word('value of an enumeration')]),
      );
    if (schema.enum !== undefined || schema.const !== undefined || schema.type !== 'string') return;
    if (schema.default !== undefined) schema.default = this.#word('default');
    if (typeof schema.example === 'string') schema.example = this.#word('example of a schema');
    if (schema.pattern === undefined && schema.format === undefined)
      schema.pattern = `^${this.#word('pattern')}`;
  }

  /** The names of fields that several parts describe. */
  #sharedNames(schema: Json): Set<string> {
    const counts = new Map<string, number>();
    const open: unknown[] = [schema];
    const seen = new Set<unknown>();
    for (let part = open.pop(); part !== undefined; part = open.pop()) {
      if (!isObject(part) || seen.has(part)) continue;
      seen.add(part);
      for (const name of Object.keys(recordOf(part.properties)))
        counts.set(name, (counts.get(name) ?? 0) + 1);
      open.push(...listOf(part.allOf), typeof part.$ref === 'string' ? this.#find(part.$ref) : undefined);
      if (part.allOf === undefined && part !== schema) continue;
    }
    return new Set([...counts].flatMap(([name, count]) => (count > 1 ? [name] : [])));
  }
}
