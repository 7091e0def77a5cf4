import { drawShape } from '../../icons/draw-icon.ts';
import { SHAPES } from '../../icons/shapes.ts';

const CIRCLE = 'M8 13.7A5.7 5.7 0 1 0 8 2.3a5.7 5.7 0 0 0 0 11.4z';
const FRAME = 'M2.5 3.2h11v9.6h-11z';
const HEADING = 'M2.5 3.5v9M7.5 3.5v9M2.5 8h5';

/** The icons of blocks and of the tools of tables, which are loaded with their menus. */
const OF_BLOCKS = {
  text: 'M3.8 3.5h8.4M8 3.5v9.3',
  'heading-1': `${HEADING}M10.8 7.4l1.7-1.1v6.2`,
  'heading-2': `${HEADING}M10.3 7.8a1.5 1.5 0 0 1 3 .1c0 1.4-3 2.8-3 4.6h3.1`,
  'heading-3': `${HEADING}M10.4 7.1a1.45 1.45 0 1 1 1.4 2.2 1.6 1.6 0 1 1-1.5 2.2`,
  'bulleted-list': 'M6 4h7.5M6 8h7.5M6 12h7.5M2.8 4h.01M2.8 8h.01M2.8 12h.01',
  'numbered-list':
    'M6.5 4h7M6.5 8h7M6.5 12h7M2.5 3.3l1.1-.6v2.9M2.3 10.8c.3-.7 1.8-.6 1.8.3 0 .7-1.8 1.1-1.8 2.1h1.9',
  'task-list': 'M2.6 2.8h4v4h-4zM3.6 4.8l.9.9 1.4-1.6M9 4.8h4.6M2.6 9.2h4v4h-4zM9 11.2h4.6',
  quote: 'M3 3.5v9M6 5h7.5M6 8h7.5M6 11h5',
  'code-block': `${FRAME}M6.2 6.2 4.5 8l1.7 1.8M8.4 9.8h2.8`,
  info: `${CIRCLE}M8 7.4v3.4M8 5.2h.01`,
  success: `${CIRCLE}M5.5 8.2l1.8 1.8 3.3-3.6`,
  warning: 'M8 2.6 14 13H2zM8 6.6v2.9M8 11.3h.01',
  danger: 'M5.6 2.5h4.8l3.1 3.1v4.8l-3.1 3.1H5.6l-3.1-3.1V5.6zM8 5.2v3.4M8 10.8h.01',
  table: `${FRAME}M2.5 6.4h11M2.5 9.6h11M7 6.4v6.4`,
  tabs: 'M2.5 5.6h11v7.2h-11zM2.5 5.6V3.2h4v2.4M6.5 3.2h4v2.4',
  expandable: `${FRAME}M4.8 6.3 6.6 8 4.8 9.7M8.6 8h2.8`,
  stepper:
    'M4 5.4a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM4 13.6a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM4 5.6v4.8M8 3.9h5.5M8 12.1h5.5',
  columns: 'M2.5 3.2h4.6v9.6H2.5zM8.9 3.2h4.6v9.6H8.9z',
  cards: 'M2.5 3h4.8v4.4H2.5zM8.7 3h4.8v4.4H8.7zM2.5 8.8h4.8v4.4H2.5zM8.7 8.8h4.8v4.4H8.7z',
  image: SHAPES.picture,
  file: SHAPES.file,
  embed: `${FRAME}M6.8 6v4l3.4-2z`,
  'page-link': SHAPES['page-link'],
  button: 'M2.5 5h11v6h-11zM5.5 8h5',
  keyboard: 'M2 4.2h12v7.6H2zM4.5 6.7h.01M7 6.7h.01M9.5 6.7h.01M11.8 6.7h.01M5.2 9.4h5.6',
  superscript: 'M2.5 5l6 8M8.5 5l-6 8M10.6 3.2a1.4 1.4 0 0 1 2.8.1c0 1.3-2.8 2.1-2.8 3.5h2.9',
  subscript: 'M2.5 3l6 8M8.5 3l-6 8M10.6 9.6a1.4 1.4 0 0 1 2.8.1c0 1.3-2.8 2.1-2.8 3.5h2.9',
  note: 'M2.8 3h10.4v7.6H8.4L5.4 13v-2.4H2.8zM5.4 5.7h5.2M5.4 7.9h3.4',
  math: 'M12 4.2V3H4.4L8.6 8l-4.2 5H12v-1.2',
  diagram: 'M2.5 3h4.2v3H2.5zM9.3 10h4.2v3H9.3zM4.6 6v5.5h4.7',
  openapi:
    'M6 3c-1.6 0-1.6.8-1.6 2.2S4 7.6 2.8 8c1.2.4 1.6 1.4 1.6 2.8S4.4 13 6 13M10 3c1.6 0 1.6.8 1.6 2.2s.4 2.4 1.6 2.8c-1.2.4-1.6 1.4-1.6 2.8S11.6 13 10 13',
  reusable: 'M5.5 5.5h8v8h-8zM3 10.5h-.5v-8h8V3',
  divider: 'M2.5 8h11',
  condition: 'M8 2.5 13.5 8 8 13.5 2.5 8zM8 5.8v2.6M8 10.2h.01',
  update: 'M3 3.7h10v9.3H3zM3 6.6h10M5.6 2.3v2.4M10.4 2.3v2.4',
  variable:
    'M5.5 3C4 3 4 4 4 5.3S3.6 7.6 2.7 8c.9.4 1.3 1.4 1.3 2.7S4 13 5.5 13M10.5 3C12 3 12 4 12 5.3s.4 2.3 1.3 2.7c-.9.4-1.3 1.4-1.3 2.7S12 13 10.5 13M6.6 6.6l2.8 2.8M9.4 6.6 6.6 9.4',
  emoji: SHAPES.smile,
  icon: SHAPES.star,
  mention:
    'M10.4 8a2.4 2.4 0 1 1-4.8 0 2.4 2.4 0 0 1 4.8 0zM10.4 5.6v3.1c0 2.6 3.3 2 3.3-.7A5.7 5.7 0 1 0 11 12.9',
  prompt: 'M8 2.5 9.4 6.6 13.5 8 9.4 9.4 8 13.5 6.6 9.4 2.5 8l4.1-1.4z',
  trash: SHAPES.trash,
  up: SHAPES['arrow-up'],
  down: SHAPES['arrow-down'],
  left: SHAPES['arrow-left'],
  right: SHAPES['arrow-right'],
  'row-above': 'M2.5 7.6h11v5.2h-11zM8 5.4V2.4M6.5 3.9h3',
  'row-below': 'M2.5 3.2h11v5.2h-11zM8 10.6v3M6.5 12.1h3',
  'column-before': 'M7.6 2.5h5.2v11H7.6zM5.4 8h-3M3.9 6.5v3',
  'column-after': 'M3.2 2.5h5.2v11H3.2zM10.6 8h3M12.1 6.5v3',
  'merge-cells': `${FRAME}M4.5 8h2.2M11.5 8H9.3M5.8 6.8 7 8 5.8 9.2M10.2 6.8 9 8l1.2 1.2`,
  'split-cell': `${FRAME}M8 3.2v9.6`,
  'delete-row': 'M2.5 5.4H9v5.2H2.5zM10.8 6.4l2.9 3.2M13.7 6.4l-2.9 3.2',
  'delete-column': 'M5.4 2.5h5.2V9H5.4zM6.4 10.8l3.2 2.9M9.6 10.8l-3.2 2.9',
} as const;

export type BlockIcon = keyof typeof OF_BLOCKS;

export const blockIcon = (name: BlockIcon): SVGSVGElement => drawShape(OF_BLOCKS[name]);
