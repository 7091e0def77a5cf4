import { readText, type WrittenText, writeText } from '../../content/documents/read-text.ts';
import { receiveField } from '../../content/documents/receive/receive-field.ts';
import { MAX_TEXT_LENGTH, type TextBody } from '../../content/revisions/content.schemas.ts';
import { invalidField } from '../../http/errors.ts';

/** Reads the body of a comment. `path` names it in errors. */
export function readBody(body: TextBody, path: string): WrittenText {
  const text = readText('markdown' in body ? body.markdown : writeBody(body, path));
  if (text.document.nodes.length === 0) throw invalidField(path, 'is empty');
  return text;
}

function writeBody(body: Extract<TextBody, { document: unknown }>, path: string): string {
  const document = receiveField(body.document, `${path}.document`);
  const markdown = writeText(document, MAX_TEXT_LENGTH);
  if (markdown === undefined) throw invalidField(`${path}.document`, 'is too large');
  return markdown;
}
