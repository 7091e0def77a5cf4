import { paragraphOf, textNode } from '@lectern/markdown/block-factories';
import type { Block } from '@lectern/markdown/document';
import type { ReferenceText } from './operation-reference.ts';

/** The blocks of a description. */
export const blocksOfText = ({ markdown, blocks }: ReferenceText): Block[] =>
  blocks ?? [paragraphOf([textNode(markdown)])];
