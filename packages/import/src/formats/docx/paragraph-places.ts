import { decodeXML } from 'entities';
import { childOf, elementsWithin, valOf, type XmlElement, xmlAttribute } from './xml.ts';

const clean = (text: string): string =>
  text
    .replace(/[\ue010-\ue013]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The text of a paragraph without that of paragraphs in it, such as those of text boxes. */
function ownText(paragraph: XmlElement): string {
  let text = '';
  for (const { name, children } of elementsWithin(paragraph, 'w:p'))
    if (name === 'w:t') text += children.filter((child) => typeof child === 'string').join('');
  return decodeXML(text);
}

/**
 * The numbers of the paragraphs of a document, counted from 1, empty ones and those in tables included. They represent
 * lines, which a Word document does not have.
 */
export class ParagraphPlaces {
  /** The paragraph that is being read. */
  private current: number | undefined;
  private readonly numbers = new Map<XmlElement, number>();
  private readonly byText = new Map<string, number>();
  /** By what something begins with: the id of a note or a comment, a style, the name of an element. */
  private readonly first = new Map<string, number>();

  /** Numbers the paragraphs of the body. */
  addBody(body: XmlElement): void {
    let count = 0;
    for (const element of elementsWithin(body)) {
      if (element.name === 'w:p') {
        count += 1;
        this.numbers.set(element, count);
        this.keep(this.byText, clean(ownText(element)), count);
        this.keep(this.first, `style ${valOf(childOf(element, 'w:pPr'), 'w:pStyle')}`, count);
      }
      this.keep(this.first, element.name, count);
      if (element.name === 'w:rStyle') this.keep(this.first, `style ${xmlAttribute(element, 'val')}`, count);
      const id = xmlAttribute(element, 'id');
      if (id !== undefined && element.name.endsWith('Reference'))
        this.keep(this.first, `${element.name} ${id}`, count);
    }
  }

  private keep(map: Map<string, number>, key: string, number: number): void {
    if (number > 0 && !map.has(key)) map.set(key, number);
  }

  /** Gives the paragraphs of notes the numbers of those that refer to them. */
  addNotes(root: XmlElement): void {
    for (const note of elementsWithin(root)) {
      if (note.name !== 'w:footnote' && note.name !== 'w:endnote') continue;
      const number = this.first.get(`${note.name}Reference ${xmlAttribute(note, 'id')}`);
      if (number === undefined) continue;
      for (const element of elementsWithin(note))
        if (element.name === 'w:p') this.numbers.set(element, number);
    }
  }

  /** Moves to a paragraph; other elements change nothing. */
  enter(element: XmlElement): void {
    if (element.name === 'w:p') this.current = this.numbers.get(element);
  }

  /** Moves to the first paragraph in an element, if there is one. */
  enterFirst(element: XmlElement): void {
    for (const inner of elementsWithin(element))
      if (inner.name === 'w:p') {
        this.enter(inner);
        return;
      }
  }

  get line(): number | undefined {
    return this.current;
  }

  lineOfComment(id: string | undefined): number | undefined {
    return this.first.get(`w:commentReference ${id}`);
  }

  /** The paragraph that a message of the library means. */
  lineOfMessage(message: string): number | undefined {
    const style = /\(Style ID: ([^()]*)\)/.exec(message)?.[1];
    const element = /element was ignored: (\S+)/.exec(message)?.[1];
    const kind = message.startsWith('Image') ? 'w:drawing' : (element ?? '');
    return this.first.get(style === undefined ? kind : `style ${style}`);
  }

  lineOfText(text: string): number | undefined {
    return this.byText.get(clean(text));
  }
}
