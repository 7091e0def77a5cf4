/** Bytes of which nothing else is known. */
export const BINARY_TYPE = 'application/octet-stream';

export const isJsonType = (mediaType: string): boolean => /^[\w.-]+\/(?:[\w.-]+\+)?json\b/i.test(mediaType);

/** JSON values that each begin with a separator (RFC 7464). */
export const isJsonSequenceType = (mediaType: string): boolean => /^application\/json-seq\b/i.test(mediaType);

/** Several JSON values one after the other. */
export const isJsonLinesType = (mediaType: string): boolean =>
  /^application\/(?:jsonl|x-jsonl|x-ndjson|ndjson|json-seq)\b/i.test(mediaType);

export const isXmlType = (mediaType: string): boolean =>
  /^(?:application|text)\/xml\b|^[\w.-]+\/[\w.-]+\+xml\b/i.test(mediaType);

export const isUrlEncodedType = (mediaType: string): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(mediaType);

export const isFormDataType = (mediaType: string): boolean => /^multipart\/form-data\b/i.test(mediaType);

export const isMultipartType = (mediaType: string): boolean => /^multipart\//i.test(mediaType);

/** Events as servers send them one after the other. */
export const isEventStreamType = (mediaType: string): boolean => /^text\/event-stream\b/i.test(mediaType);

/** Content that no text can be. */
export const isBinaryType = (mediaType: string): boolean =>
  !isXmlType(mediaType) && BINARY_TYPES.some((types) => types.test(mediaType));

const BINARY_TYPES = [
  /^(?:image|audio|video|font|model)\//i,
  /^application\/(?:octet-stream|pdf|zip|zstd|wasm|msword|java-archive)\b/i,
  /^application\/(?:x-)?(?:tar|gzip|bzip2?|7z-compressed|cbor|msgpack|protobuf|avro)\b/i,
  /^application\/vnd\.(?:ms-|openxmlformats|oasis\.opendocument|google\.protobuf|msgpack)/i,
  /^[\w.-]+\/[\w.-]+\+(?:cbor|zip|gzip)\b/i,
];

/** Content that is read as text. */
export const isTextType = (mediaType: string): boolean =>
  /^text\/|^application\/(?:.+\+)?(?:yaml|x-yaml|graphql|sql|javascript|jwt|jose|toml)\b/i.test(mediaType) ||
  [isJsonType, isJsonLinesType, isXmlType, isUrlEncodedType, isMultipartType].some((is) => is(mediaType));
