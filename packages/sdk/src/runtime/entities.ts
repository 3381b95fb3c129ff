/** The names of the signs of ASCII in HTML; XML has the first five. */
const ascii: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  AMP: '&',
  LT: '<',
  GT: '>',
  QUOT: '"',
  Tab: '\t',
  NewLine: '\n',
  excl: '!',
  num: '#',
  dollar: '$',
  percnt: '%',
  lpar: '(',
  rpar: ')',
  ast: '*',
  midast: '*',
  plus: '+',
  comma: ',',
  period: '.',
  sol: '/',
  colon: ':',
  semi: ';',
  equals: '=',
  quest: '?',
  commat: '@',
  lsqb: '[',
  lbrack: '[',
  bsol: '\\',
  rsqb: ']',
  rbrack: ']',
  Hat: '^',
  lowbar: '_',
  UnderBar: '_',
  grave: '`',
  DiacriticalGrave: '`',
  lcub: '{',
  lbrace: '{',
  verbar: '|',
  vert: '|',
  VerticalLine: '|',
  rcub: '}',
  rbrace: '}',
};

/** Those from 160 to 255, in their order. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

const names = new Map([
  ...Object.entries(ascii),
  ...latin.split(' ').map((name, index): [string, string] => [name, String.fromCharCode(160 + index)]),
]);

/** Browsers read some of them also where the semicolon is missing. */
const entity = /&(?:#[xX](?<hex>[0-9a-fA-F]{1,8})|#(?<decimal>\d{1,8})|(?<name>[A-Za-z][A-Za-z0-9]{1,20}));?/g;

/** A text of HTML or XML as it reads, and where each sign of that, and the end, stands in what was written. */
interface Read {
  text: string;
  places: number[];
}

function read(written: string): Read {
  const places: number[] = [];
  let [text, from] = ['', 0];
  const add = (signs: string, place: (index: number) => number): void => {
    for (let index = 0; index < signs.length; index++) places.push(place(index));
    text += signs;
  };
  for (const { 0: whole, index, groups = {} } of written.matchAll(entity)) {
    const sign = signOf(groups);
    if (sign === undefined) continue;
    const begin = from;
    add(written.slice(from, index), (at) => begin + at);
    add(sign, () => index);
    from = index + whole.length;
  }
  add(written.slice(from), (at) => from + at);
  return { text, places: [...places, written.length] };
}

function signOf({ hex, decimal, name }: Readonly<Record<string, string | undefined>>): string | undefined {
  if (name !== undefined) return names.get(name);
  const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** A text of HTML or XML as it reads: `&amp;`, `&#38;` and `&#x26;` are `&`. */
export function readEntities(text: string): string {
  return text.includes('&') ? read(text).text : text;
}

/** How values are written in a text of HTML or XML, where that differs from how they read: `pa&amp;ss` for `pa&ss`. */
export function writtenWithEntities(text: string, values: readonly string[]): { value: string; written: string }[] {
  if (!text.includes('&')) return [];
  const { text: plain, places } = read(text);
  if (plain === text) return [];
  return values.flatMap((value) => {
    const found = new Set<string>();
    for (let at = plain.indexOf(value); value !== '' && at !== -1; at = plain.indexOf(value, at + value.length))
      found.add(text.slice(places[at], places[at + value.length]));
    return [...found].filter((written) => written !== value).map((written) => ({ value, written }));
  });
}

/** A text as HTML and XML write it. */
export function writeEntities(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
