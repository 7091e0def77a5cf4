/** The data of an operation that the script of a page needs to let readers call it. */
export interface TriedOperation {
  /** The address of this service that forwards the request. */
  href: string;
  /** The name of the part of the spec that shows the operation. */
  part: string;
  method: string;
  path: string;
  servers: { url: string; variables: { name: string; value: string; choices: string[] }[] }[];
  credentials: { place: 'header' | 'query'; name: string; kind: string; scheme: string }[];
  parameters: {
    name: string;
    place: 'path' | 'query' | 'header';
    isRequired: boolean;
    type: string;
    /** As JSON. */
    choices: string[];
    /** The default, or the example of a required parameter, as it is written in a field. */
    value: string;
  }[];
  /** The types of the body, each with its examples by their names. */
  bodies: { mediaType: string; examples: { title: string; text: string }[] }[];
  words: Record<
    | 'try'
    | 'send'
    | 'waiting'
    | 'failed'
    | 'through'
    | 'servers'
    | 'authentication'
    | 'path'
    | 'query'
    | 'header'
    | 'body'
    | 'required'
    | 'request'
    | 'example'
    | 'cancel'
    | 'cancelled'
    | 'earlier'
    | 'cut'
    | 'noText',
    string
  >;
}
