import type { Block } from '@lectern/markdown/document';

/** A description in a spec. `blocksOfText` returns its blocks. */
export interface ReferenceText {
  markdown: string;
  /** The blocks that the Markdown is parsed to. Without them, it is a line in which nothing is markup, as most are. */
  blocks?: Block[];
}

/** A schema in a form that can be shown. */
export interface SchemaReference {
  /** Such as “string” or “array of Pet”. */
  type: string;
  kind: ValueKind;
  /** Its name, if it is a schema of the components. */
  name?: string;
  title?: string;
  description?: ReferenceText;
  isDeprecated?: true;
  isReadOnly?: true;
  isWriteOnly?: true;
  limits: [name: LimitName, value: string][];
  externalDocs?: ExternalDocs;
  /** Whether an object may have only the fields that are named. */
  isClosed?: true;
  /** As JSON. */
  enumValues?: string[];
  /** The meaning of each of `enumValues`; an empty text if it is not known. */
  enumNotes?: string[];
  /** The number of allowed values that are not in `enumValues`. */
  valuesLeftOut?: number;
  /** As JSON. */
  default?: string;
  fields: FieldReference[];
  items?: SchemaReference;
  alternatives: Alternatives[];
  /** Its fields are left out, because an enclosing schema is the same, or because they have been shown before. */
  isFolded?: true;
  /** Its fields are left out, because there is more than can be shown. */
  isCut?: true;
  /** An example that the schema gives. */
  example?: unknown;
  /** The examples to show. */
  examples?: ShownExample[];
  /** The number of examples that are not in `examples`. */
  examplesLeftOut?: number;
  externalExamples?: ExternalExample[];
}

/** An example that is a file elsewhere. */
export interface ExternalExample {
  title: string;
  description?: ReferenceText;
  /** Not necessarily one that can be opened. */
  url: string;
}

export interface ShownExample {
  title?: string;
  description?: ReferenceText;
  value: unknown;
}

export interface ExternalDocs {
  url: string;
  description?: string;
}

export type ValueKind = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'any';

export type LimitName =
  | 'format'
  | 'pattern'
  | 'minLength'
  | 'maxLength'
  | 'minimum'
  | 'maximum'
  | 'exclusiveMinimum'
  | 'exclusiveMaximum'
  | 'multipleOf'
  | 'minItems'
  | 'maxItems'
  | 'uniqueItems'
  | 'minContains'
  | 'maxContains'
  | 'minProperties'
  | 'maxProperties'
  | 'propertyNames'
  | 'contentEncoding'
  | 'contentMediaType'
  | 'style'
  | 'explode'
  | 'allowReserved'
  | 'allowEmptyValue';

/** A condition: each field has one of its values, or is present if none are listed. */
export interface Condition {
  fields: { name: string; values: string[] }[];
  /** For any other condition: the value matches this schema. */
  schema?: SchemaReference;
}

export interface Alternatives {
  /** `then` and `else`: what holds in addition under the condition, or otherwise. `content`: what a text contains. */
  kind: 'oneOf' | 'anyOf' | 'not' | 'contains' | 'content' | 'then' | 'else';
  condition?: Condition;
  /** The field whose value selects one of the options; each option has its value. */
  discriminator?: string;
  options: Alternative[];
}

interface Alternative {
  title: string;
  value?: string;
  /** Further values that select it. */
  otherValues?: string[];
  /** Whether all values select it that select no other, as well as none. */
  isDefault?: true;
  schema: SchemaReference;
}

export interface FieldReference {
  name: string;
  isRequired: boolean;
  /** How the value of a parameter is written, if it is a content. */
  mediaType?: string;
  encodings?: EncodingReference[];
  schema: SchemaReference;
}

export type ParameterPlace = 'path' | 'query' | 'querystring' | 'header' | 'cookie';

export interface ParameterReference extends FieldReference {
  place: ParameterPlace;
}

export interface ExampleReference {
  title: string;
  description?: ReferenceText;
  /** JSON with an indentation of two spaces, or plain text. */
  text: string;
  isGenerated: boolean;
}

/** How a part of a form is sent. */
export interface EncodingReference {
  /** The names that lead to the part. `null`, because it is sent as JSON: all parts of a list that no other one describes. */
  names: (string | null)[];
  mediaType?: string;
  /** How it is written, unless in its media type. */
  rules: SchemaReference['limits'];
  headers: FieldReference[];
}

export interface ContentReference {
  mediaType: string;
  schema: SchemaReference | undefined;
  encodings?: EncodingReference[];
  /** Whether the whole body is sent as a file. */
  isFile?: true;
  /** The fields of a form that are sent as files. */
  files?: { name: string; isList: boolean }[];
  examples: ExampleReference[];
  externalExamples?: ExternalExample[];
}

export interface BodyReference {
  description: ReferenceText | undefined;
  isRequired: boolean;
  contents: ContentReference[];
}

/** Another operation that a response leads to. */
export interface LinkReference {
  name: string;
  description: ReferenceText | undefined;
  /** The id of the operation, or where it is in a spec. */
  operation: string;
  /** The values that are passed on: expressions, or JSON. */
  parameters: [name: string, value: string][];
}

export interface ResponseReference {
  /** Such as `200`, `4XX` or `default`. */
  status: string;
  links?: LinkReference[];
  description: ReferenceText | undefined;
  headers: FieldReference[];
  contents: ContentReference[];
}

export interface ServerReference {
  url: string;
  description: ReferenceText | undefined;
  variables: ServerVariable[];
}

export interface ServerVariable {
  name: string;
  value: string;
  choices: string[];
  /** The number of choices that are not in `choices`. */
  choicesLeftOut?: number;
  description: ReferenceText | undefined;
}

/** One way to authenticate, which needs all of its schemes; an empty list requires no authentication. */
export type SecurityAlternative = SecurityReference[];

/** How a header or parameter carries credentials. */
export type CredentialScheme = 'bearer' | 'basic' | 'key' | 'other';

export interface SecurityReference {
  name: string;
  /** Such as “Bearer token” or “API key in the header X-Key”. */
  kind: string;
  scopes: string[];
  description: ReferenceText | undefined;
  /** The header or parameter with the credentials; undefined if they are sent in another way. */
  sentIn: { place: 'header' | 'query' | 'cookie'; name: string; scheme: CredentialScheme } | undefined;
  flows?: OAuthFlow[];
  /** Where OpenID Connect, or the server of OAuth 2.0, is described for programs. */
  discoveryUrl?: string;
  isDeprecated?: true;
}

export type FlowUrl = 'authorization' | 'token' | 'refresh';

/** A way to get a token of OAuth 2.0. */
export interface OAuthFlow {
  title: string;
  urls: [kind: FlowUrl, url: string][];
  scopes: { name: string; description: string }[];
  /** The number of scopes that are not in `scopes`. */
  scopesLeftOut?: number;
}

export interface CodeSample {
  /** The name of the language for people. */
  title: string;
  /** The name of the language for syntax highlighting. */
  syntax: string;
  code: string;
  /** Whether it is from the spec. */
  isGiven?: true;
}

/** One operation of a path, a webhook or a callback, in a form that can be shown. */
export interface OperationReference {
  kind: 'operation' | 'webhook' | 'callback';
  method: string;
  /** The path, the name of the webhook, or the address of the callback. */
  path: string;
  title: string | undefined;
  /** What its tags say of it, without grouping it. */
  labels?: string[];
  description: ReferenceText | undefined;
  isDeprecated: boolean;
  servers: ServerReference[];
  security: SecurityAlternative[];
  parameters: ParameterReference[];
  body: BodyReference | undefined;
  responses: ResponseReference[];
  callbacks: OperationReference[];
  externalDocs?: ExternalDocs;
  samples: CodeSample[];
  /** The name of the example of the body that the samples send, if the body has several. */
  sentExample?: string;
  /** Whether there are more of its parts than can be shown, such as responses or examples. */
  isCut?: true;
}

export interface SchemasReference {
  kind: 'schemas';
  schemas: { name: string; schema: SchemaReference; example: ExampleReference | undefined }[];
  /** Whether more schemas are wanted than can be shown at once. */
  isCut?: true;
}

/** The changes of the versions of a spec. */
export interface ChangelogReference {
  kind: 'changelog';
  /** Whether the spec exists. */
  isKnown: boolean;
  /** Undefined while nothing has changed. */
  text: ReferenceText | undefined;
}

export type SpecReference = OperationReference | SchemasReference | ChangelogReference;

/** The part of a spec to describe. */
export type WantedReference = WantedContent | { kind: 'changelog' };

/** The part of the content of a version to describe. */
export type WantedContent =
  | { kind: 'operation' | 'webhook'; method: string; path: string }
  | { kind: 'schemas'; names: readonly string[] };
