import type {
  Alternatives,
  FieldReference,
  SchemaReference,
} from '@lectern/openapi/reference/operation-reference';

/**
 * Numbers for what pages show of schemas: two schemas have the same number if what they consist of is shown by the same
 * HTML, apart from its anchors.
 */
export class SchemaKeys {
  readonly #numbers = new Map<string, number>();
  readonly #ofParts = new WeakMap<SchemaReference, number>();

  /** The number of the fields, items and alternatives of a schema. */
  ofParts(schema: SchemaReference): number {
    const known = this.#ofParts.get(schema);
    if (known !== undefined) return known;
    const { name, fields, items, alternatives, isClosed, isFolded, isCut } = schema;
    const number = this.#numberOf([
      fields.map((field) => this.#describeField(field)),
      items && this.#describe(items),
      alternatives.map((one) => this.#describeAlternatives(one)),
      [isClosed, isCut, isFolded && name],
    ]);
    this.#ofParts.set(schema, number);
    return number;
  }

  /** Most schemas have nothing within them, and need no number of their own. */
  #describe(schema: SchemaReference): unknown[] {
    const { fields, items, alternatives, description, ...own } = schema;
    const hasParts = fields.length > 0 || items !== undefined || alternatives.length > 0;
    return [own, description?.markdown, hasParts && this.ofParts(schema)];
  }

  #describeField({ name, isRequired, mediaType, schema }: FieldReference): unknown[] {
    return [name, isRequired, mediaType, this.#describe(schema)];
  }

  #describeAlternatives({ kind, condition, discriminator, options }: Alternatives): unknown[] {
    return [
      kind,
      condition && [condition.fields, condition.schema && this.#describe(condition.schema)],
      discriminator,
      options.map(({ title, value, otherValues, schema }) => [
        title,
        value,
        otherValues,
        this.#describe(schema),
      ]),
    ];
  }

  #numberOf(facts: unknown): number {
    const text = JSON.stringify(facts);
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }
}
