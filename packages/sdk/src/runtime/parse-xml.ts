import { SaxesParser, type SaxesTagPlain } from 'saxes';

/** As for JSON: deeper than any service nests. */
const maxLevels = 100;
/** More than any service sends at once; parsing many more would hold up all other requests. */
const maxParts = 200_000;
const maxCharacters = 25_000_000;

interface OpenElement {
  name: string;
  children: Record<string, unknown>;
  isEmpty: boolean;
  text: string;
}

/**
 * Parses XML to a value that paths can read: an element is an object of its elements by name, a repeated one a list, an
 * attribute is `@name`. An element with nothing but text is that text; beside attributes or elements, it is `#text`.
 * Entities are only those of XML itself, and a document type is refused, so no text grows and nothing is fetched.
 * @throws An error whose message says what is wrong.
 */
export function parseXml(text: string): unknown {
  if (text.length > maxCharacters) throw new Error(`it has more than ${maxCharacters} characters`);
  const parser = new SaxesParser();
  const root = open('');
  const path = [root];
  let parts = 0;
  const countPart = (): void => {
    parts++;
    if (parts > maxParts) throw new Error(`it has more than ${maxParts} elements and attributes`);
  };
  parser.on('error', (error) => {
    throw new Error(error.message);
  });
  parser.on('doctype', () => {
    throw new Error('it declares a document type, which is not allowed');
  });
  parser.on('opentag', (tag: SaxesTagPlain) => {
    if (path.length > maxLevels) throw new Error(`it is nested more than ${maxLevels} levels deep`);
    countPart();
    const element = open(tag.name);
    for (const [name, value] of Object.entries(tag.attributes)) {
      countPart();
      add(element, `@${name}`, value);
    }
    path.push(element);
  });
  const addText = (more: string): void => void (path.at(-1)!.text += more);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = path.pop()!;
    add(path.at(-1)!, element.name, valueOf(element));
  });
  parser.write(text).close();
  return root.children;
}

function open(name: string): OpenElement {
  // An element may have any name, such as `constructor`.
  return { name, children: Object.create(null) as Record<string, unknown>, isEmpty: true, text: '' };
}

function add(element: OpenElement, name: string, value: unknown): void {
  const { children } = element;
  element.isEmpty = false;
  if (!Object.hasOwn(children, name)) children[name] = value;
  else if (Array.isArray(children[name])) children[name].push(value);
  else children[name] = [children[name], value];
}

/** White space between elements is no text. */
function valueOf({ children, isEmpty, text }: OpenElement): unknown {
  if (isEmpty) return text;
  return text.trim() === '' ? children : { ...children, '#text': text };
}
