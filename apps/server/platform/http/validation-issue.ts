/** One thing that Ajv found. */
export interface ValidationIssue {
  keyword: string;
  instancePath: string;
  schemaPath?: string;
  params?: Record<string, unknown>;
  message?: string;
  /** The name of a field, if it is the name that is wrong. */
  propertyName?: string;
}
