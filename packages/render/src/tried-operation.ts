/** The form for requests to an operation. */
export interface TriedForm {
  method: string;
  path: string;
  /** The address of the first server in the samples; empty if there is none. */
  shownServer: string;
  servers: { url: string; variables: { name: string; value: string; choices: string[] }[] }[];
  /** The ways to authenticate, with the kinds of their credentials. */
  security: { position: number; kinds: string[] }[];
  parameters: (TriedField & { place: string })[];
  /** The types of the body, each with its fields, if it is a form, and with its examples by their names. */
  bodies: {
    mediaType: string;
    isFile: boolean;
    fields: TriedField[];
    examples: { title: string; text: string }[];
  }[];
}

/** The data of an operation that the script of a page needs to let readers call it. */
export interface TriedOperation extends TriedForm {
  /** Whether browsers send requests to servers of readers. */
  callsOwn: boolean;
  /** The address of this service that forwards the request. */
  href: string;
  /** The name of the part of the spec that shows the operation. */
  part: string;
  words: Record<
    | 'try'
    | 'send'
    | 'waiting'
    | 'failed'
    | 'unreachable'
    | 'through'
    | 'direct'
    | 'unreachableOwn'
    | 'notSent'
    | 'redirected'
    | 'servers'
    | 'ownServer'
    | 'authentication'
    | 'noAuthentication'
    | 'header'
    | 'body'
    | 'required'
    | 'request'
    | 'response'
    | 'example'
    | 'cancel'
    | 'cancelled'
    | 'earlier'
    | 'cut'
    | 'noText'
    | 'save'
    | 'tooLarge'
    | `place-${string}`
    | `fault-${string}`,
    string
  >;
}

export interface TriedField {
  name: string;
  isRequired: boolean;
  type: string;
  /** Whether it is a list or an object, which is entered as JSON or in lines. */
  isComposed: boolean;
  /** The values to choose from. */
  choices: string[];
  /** The default, or the example of a required field, as it is written in a field. */
  value: string;
  /** Whether files are chosen, and several. */
  file?: 'one' | 'several';
}
