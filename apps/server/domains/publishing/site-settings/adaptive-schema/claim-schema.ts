/** The claims that visitors of a site may have, as the subset of JSON Schema that the public client has. */
export type ClaimSchema =
  | { type: 'boolean'; description: string }
  | { type: 'string'; description: string; enum?: string[] }
  | { type: 'number'; description: string }
  | { type: 'array'; description: string; items: ClaimSchema }
  | {
      type: 'object';
      description: string;
      properties: Record<string, ClaimSchema>;
      additionalProperties: false;
    };

export interface ClaimsSchema {
  $schema?: string;
  type: 'object';
  properties: Record<string, ClaimSchema>;
  additionalProperties: false;
}

/** The claim that holds what a visitor says about themselves, without a signature. */
export const UNSIGNED = 'unsigned';

/** Whether visitors may say something about themselves: whether the schema has unsigned claims. */
export function allowsUnsignedClaims({ properties }: ClaimsSchema): boolean {
  const unsigned = Object.hasOwn(properties, UNSIGNED) ? properties[UNSIGNED] : undefined;
  return unsigned?.type === 'object' && Object.keys(unsigned.properties).length > 0;
}
