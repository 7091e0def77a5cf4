import { readText, type WrittenText, writeText } from '@lectern/markdown/read-text';
import {
  MAX_TEXT_LENGTH,
  type NoTextBody,
  type TextBody,
} from '../../../content/revisions/content.schemas.ts';
import { invalidField } from '../../../platform/http/errors.ts';
import { receiveField } from '../../content/editing/receive-field.ts';

/** Reads the body of a comment. `path` names it in errors. */
export function readBody(body: TextBody, path: string): WrittenText {
  const text = readBodyIfAny(body, path);
  if (text === undefined) throw invalidField(path, 'is empty');
  return text;
}

/** Undefined if the body is empty. */
export function readBodyIfAny(body: TextBody | NoTextBody, path: string): WrittenText | undefined {
  const markdown = 'document' in body ? writeBody(body.document, path) : body.markdown;
  if (markdown === undefined) return undefined;
  const text = readText(markdown);
  return text.document.nodes.length === 0 ? undefined : text;
}

function writeBody(sent: unknown, path: string): string {
  const document = receiveField(sent, `${path}.document`);
  const markdown = writeText(document, MAX_TEXT_LENGTH);
  if (markdown === undefined) throw invalidField(`${path}.document`, 'is too large');
  return markdown;
}
