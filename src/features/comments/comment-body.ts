import { readText, type WrittenText, writeText } from '../../content/documents/read-text.ts';
import { MAX_TEXT_LENGTH, type TextBody } from '../../content/revisions/content.schemas.ts';
import { invalidField } from '../../http/errors.ts';

/** Reads the body of a comment. `path` names it in errors. */
export function readBody(body: TextBody, path: string): WrittenText {
  const text = readText('markdown' in body ? body.markdown : writeBody(body, path));
  if (text.document.nodes.length === 0) throw invalidField(path, 'is empty');
  return text;
}

/** Blocks are what the caller sent: the writer reads fields that a block of its kind must have. */
function writeBody({ document }: Extract<TextBody, { document: unknown }>, path: string): string {
  try {
    return writeText(document, MAX_TEXT_LENGTH);
  } catch (error) {
    throw invalidField(`${path}.document`, `is not a valid document: ${(error as Error).message}`);
  }
}
