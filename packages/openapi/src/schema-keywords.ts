/** Keywords with schemas that say nothing of values until something refers to them. */
export const DEFINITIONS = ['$defs', 'definitions'] as const;
/** Keywords with schemas by name. */
export const NAMED_SCHEMAS = ['properties', 'patternProperties', 'dependentSchemas'] as const;
/** Keywords with lists of schemas. */
export const LISTED_SCHEMAS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
/** Keywords with one schema. */
export const SINGLE_SCHEMAS = [
  ...(['items', 'additionalProperties', 'propertyNames', 'contentSchema'] as const),
  ...(['unevaluatedItems', 'unevaluatedProperties', 'contains', 'not', 'if', 'then', 'else'] as const),
] as const;

/** Keywords that limit the values of one type. Others concern every type, and `format` several. */
export const KEYWORDS_BY_TYPE = {
  string: ['minLength', 'maxLength', 'pattern', 'contentEncoding', 'contentMediaType', 'contentSchema'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: [
    ...['items', 'prefixItems', 'contains', 'unevaluatedItems'],
    ...['minItems', 'maxItems', 'uniqueItems', 'minContains', 'maxContains'],
  ],
  object: [
    ...['properties', 'patternProperties', 'additionalProperties', 'propertyNames', 'unevaluatedProperties'],
    ...['dependentSchemas', 'required', 'dependentRequired', 'minProperties', 'maxProperties'],
  ],
} as const;
