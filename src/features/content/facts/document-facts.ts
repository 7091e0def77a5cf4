import { parseMarkdown } from '../documents/parse-markdown.ts';

/** Raised whenever `computeFacts` gives another answer for some source: stored facts are then made anew. */
export const FACTS_VERSION = 1;

/** What is kept of a document beside its source. A pure function of the source and the version. */
export interface DocumentFacts {
  /** The first heading of level one. */
  title?: string;
  /** Absent when the document has no front matter, or one of which nothing can be read. */
  frontMatter?: Record<string, unknown>;
}

/** What a reader of an import wants to know about a source beside its facts. */
export interface SourceProblem {
  line: number;
  message: string;
}

/** Facts and problems of a source in one pass. */
export function inspectSource(source: Buffer): { facts: DocumentFacts; problems: SourceProblem[] } {
  const { text, isUtf8 } = decodeSource(source);
  const parsed = parseMarkdown(text);
  const problems: SourceProblem[] = parsed.notUnderstood.map(({ what, line }) => ({
    line,
    message: `${what} is not understood; it is kept as it is and shown as text.`,
  }));
  if (!isUtf8)
    problems.push({
      line: 1,
      message: 'The file is not UTF-8: it is kept byte for byte and cannot be edited.',
    });
  if (parsed.frontMatter?.error) {
    problems.push({ line: 1, message: `The front matter is not valid YAML: ${parsed.frontMatter.error}` });
  }
  const { data, error } = parsed.frontMatter ?? {};
  return {
    facts: {
      ...(parsed.title ? { title: parsed.title.text } : {}),
      ...(data && (!error || Object.keys(data).length > 0) ? { frontMatter: data } : {}),
    },
    problems,
  };
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenientDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of a source. What is not UTF-8 is shown with replacement characters. */
export function decodeSource(source: Buffer): { text: string; isUtf8: boolean } {
  try {
    return { text: strictDecoder.decode(source), isUtf8: true };
  } catch {
    return { text: lenientDecoder.decode(source), isUtf8: false };
  }
}
