import { readEntities } from '../runtime/entities.ts';
import { readPercent } from './readings.ts';

/** A value that stands in a text beside what it is called. */
export interface NamedInText {
  name: string;
  value: string;
  /** Where it begins. */
  offset: number;
}

/** `"name": "value"` of JSON, `name=value` of an address or a form, `<name>value<` and `name="value"` of XML, a line of YAML. */
const structured = [
  /"(?<name>[^"\\{}]{1,100})"\s*:\s*"(?<value>(?:[^"\\]|\\.)*)"/dg,
  /(?<![^?&])(?<name>[\w.-]{1,100})=(?<value>[^&#\s]*)/dg,
  /<(?:[\w-]+:)?(?<name>[\w.-]{1,100})>(?<value>[^<>]*)(?=<)/dg,
  /(?<=\s)(?<name>[\w.-]{1,100})=(?<quote>["'])(?<value>[^<>"']*)\k<quote>/dg,
  // In a message such a line may be a sentence: "Password: changed".
  /^[ \t]*(?<name>[\w.-]{1,100}):[ \t]+(?<value>(?=\S*\d)\S+)[ \t]*$/dgm,
];

/** The values in a text that is JSON, a form, XML or YAML, each with its name. */
export function namesInText(text: string): NamedInText[] {
  return structured.flatMap((pattern) => matches(pattern, text));
}

/**
 * Of what is written in lines, in sentences and in attributes: the settings of a program or of a connection, what an
 * address in a page has, and what a form of HTML sends. Where a word could stand, a value has a digit.
 */
const scattered = [
  /(?<![\w.-])(?<name>[A-Za-z][\w.-]{0,99})=(?<value>(?=[^&#\s;,"'<>()[\]{}$]*\d)[^&#\s;,"'<>()[\]{}$]+)/dg,
  /<[^<>]{0,300}\s(?:name|key)=(?<quote>["'])(?<name>[^<>"']{1,100})\k<quote>[^<>]{0,300}\s(?:value|content)=(?<other>["'])(?<value>[^<>"']+)\k<other>/dg,
  /<[^<>]{0,300}\s(?:value|content)=(?<quote>["'])(?<value>[^<>"']+)\k<quote>[^<>]{0,300}\s(?:name|key)=(?<other>["'])(?<name>[^<>"']{1,100})\k<other>/dg,
];

/** What stands behind the name of a person in a call of `curl`. */
const ofCurl =
  /\bcurl\b[^\r\n]{0,500}?\s(?:-u|--user)[ =]*["']?[^\s:"']{1,100}:(?<value>(?=[^\s"'`]*\d)[^\s"'`$<{[]+)/dg;

/** The same of a text of any kind. */
export function namesScattered(text: string): NamedInText[] {
  const ofPeople = matches(ofCurl, text).map((found) => ({ ...found, name: 'password' }));
  return [...scattered.flatMap((pattern) => matches(pattern, text)), ...ofPeople];
}

function matches(pattern: RegExp, text: string): NamedInText[] {
  return [...text.matchAll(pattern)].map(({ groups, indices }) => {
    const { name = '', value = '' } = groups ?? {};
    return { name, value, offset: indices!.groups!['value']![0] };
  });
}

/** What a value that was taken from a text may mean there, as it stands or read as HTML, as an address or as JSON. */
export function meaningsOf(value: string): string[] {
  // What is no address may hold any signs.
  const isAddress = !/%(?![0-9a-f]{2})/i.test(value);
  const inAddress = isAddress ? readPercent(value) : value;
  return [...new Set([value, readEntities(value), inAddress, value.replaceAll(/\\(["\\/])/g, '$1')])];
}
