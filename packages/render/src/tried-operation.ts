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
  }[];
  body?: { mediaType: string; text: string };
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
    | 'required',
    string
  >;
}
